import { type EraseInput, type Erased } from '../audit/erasure.js'
import { onlyPersons } from '../principal.js'
import { openChain } from './chain.js'
import { forgetIntent, type Fate, type IsMeant } from './forget-intent.js'
import { statement } from './statement.js'
import { type Transaction } from './transaction.js'

export interface EraseParts {
  /** Makes a transaction of a page. */
  readonly write: (script: (tx: Transaction, now: number) => Page) => Promise<Page>
  /** How many links a page has. */
  readonly size: number
  /** Takes what was erased out of the files too; whether it could. */
  readonly flush: () => Promise<boolean>
}

/** Forgets what intents were about, along the chain of their account; each page of it is one transaction, which says what it erased. */
export async function erase(parts: EraseParts, input: EraseInput): Promise<Erased> {
  const refusal = onlyPersons(input.by, 'erases')
  if (refusal) return refusal
  const { write, size, flush } = parts
  const isMeant = meantBy(input)
  const kept = new Set<string>()
  let [intents, links, after] = [0, 0, 0]
  for (;;) {
    const from = after
    const page = await write((tx, now) =>
      erasePage(tx, { ...input, isMeant, after: from, size }, now),
    )
    intents += page.intents
    links += page.links
    for (const id of page.kept) kept.add(id)
    if (page.last === undefined) break
    after = page.last
  }
  return { kind: 'erased', intents, links, kept: kept.size, gone: await flush() }
}

export interface Page {
  readonly intents: number
  readonly links: number
  readonly kept: readonly string[]
  /** Where it ends; `undefined` where the chain does. */
  readonly last: number | undefined
}

interface PageInput extends EraseInput {
  readonly isMeant: IsMeant
  readonly after: number
  readonly size: number
}

function meantBy({ which }: EraseInput): IsMeant {
  if ('before' in which) return (row) => row.created_at < which.before
  const intents = new Set(which.intents)
  return ({ id }) => intents.has(id)
}

function erasePage(tx: Transaction, input: PageInput, now: number): Page {
  const { account, after, size, by, reason, isMeant } = input
  const read = tx.all(readLinks, { account, after, limit: size })
  if (read.length === 0) return { intents: 0, links: 0, kept: [], last: undefined }
  const chain = openChain(tx, account, now)
  const fates = new Map<string, Fate>()
  const touched = new Set<string>()
  let links = 0
  for (const { seq, intent } of read) {
    const fate =
      fates.get(intent) ?? forgetIntent(tx, { id: intent, account, isMeant, at: chain.at })
    fates.set(intent, fate)
    if (fate === 'other' || fate === 'open') continue
    const erased = tx.run(eraseLink, { account, seq })
    links += erased
    if (erased > 0 || fate === 'forgotten') touched.add(intent)
  }
  if (touched.size > 0) {
    chain.append('erased', '', { by: { ...by }, reason, intents: [...touched] })
    chain.save()
  }
  return {
    intents: listOf(fates, 'forgotten').length,
    links,
    kept: listOf(fates, 'open'),
    last: read.length === size ? read.at(-1)?.seq : undefined,
  }
}

function listOf(fates: ReadonlyMap<string, Fate>, wanted: Fate): string[] {
  return [...fates].flatMap(([id, fate]) => (fate === wanted ? [id] : []))
}

const readLinks = statement<{ account: string; after: number; limit: number }>()((db, p) =>
  db
    .selectFrom('gateway_audit')
    .select(['seq', 'intent'])
    .where('account', '=', p('account'))
    .where('seq', '>', p('after'))
    .orderBy('seq')
    .limit(p('limit')),
)

const eraseLink = statement<{ account: string; seq: number }>()((db, p) =>
  db
    .updateTable('gateway_audit')
    .set((eb) => ({ payload_json: eb.lit(null) }))
    .where('account', '=', p('account'))
    .where('seq', '=', p('seq'))
    .where('payload_json', 'is not', null),
)
