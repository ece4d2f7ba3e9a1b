/** A mention as the loop knows it: what it says is a stranger's, and only passed on. */
export interface LoopMention {
  readonly id: string
}

/** All that the loop may do. Its adapter calls toolkit and workflow; the loop never sees the client of X. */
export interface MentionsPort<Mention extends LoopMention = LoopMention> {
  /** Reads what is new and keeps it. */
  fetchMentions(): Promise<number>
  /** Kept and not yet looked after, oldest first. */
  listNew(): Promise<readonly Mention[]>
  /**
   * Drafts an answer and hands it in. Whatever comes of it, the mention is looked after; where this throws, it is still new, and also
   * where it is held: a limit, of one's own or of X, lets no answer out for now.
   */
  answer(mention: Mention): Promise<'queued' | 'skipped' | 'held'>
}

export interface MentionsReport {
  readonly fetched: number
  readonly queued: number
  readonly skipped: number
}

/** So many failures in a row are no mention's own. */
const MOST_FAILURES = 5

/**
 * One pass: read, and hand in an answer to each, one after the other. One that cannot be answered keeps no other from it; the first
 * failure is thrown in the end. Where a limit is reached, all that is left waits for a later pass.
 */
export async function answerMentions(port: MentionsPort): Promise<MentionsReport> {
  const fetched = await port.fetchMentions()
  const report = { queued: 0, skipped: 0 }
  const failures: unknown[] = []
  let inARow = 0
  for (const mention of await port.listNew()) {
    try {
      const came = await port.answer(mention)
      if (came === 'held') break
      report[came] += 1
      inARow = 0
    } catch (error) {
      failures.push(error)
      if (++inARow === MOST_FAILURES) break
    }
  }
  if (failures.length > 0) throw failures[0]
  return { fetched, ...report }
}
