import { type Store } from '../../src/store.js'

/** Each of these was meant once: the far side has it once, a row says so, nothing is open, and the chains hold. */
export async function expectEachOnce(
  store: Store,
  posts: readonly string[],
  texts: readonly string[],
): Promise<void> {
  const counts = new Map<string, number>()
  for (const text of posts) counts.set(text, (counts.get(text) ?? 0) + 1)
  const wrong = texts.find((text) => counts.get(text) !== 1)
  if (wrong !== undefined) throw new Error(`"${wrong}" is there ${counts.get(wrong) ?? 0} times`)
  const open = await store.listIntents({
    states: ['claimed', 'dispatched', 'unknown', 'needs_human'],
  })
  if (open[0]) throw new Error(`${JSON.stringify(open[0].args)} was left ${open[0].state}`)
  const rows = await store.listIntents({ states: ['succeeded'], limit: 1_000_000 })
  const ids = new Set(rows.map(({ externalId }) => externalId))
  if (rows.length !== posts.length || ids.size !== posts.length) {
    throw new Error(`${posts.length} posts have ${rows.length} rows and ${ids.size} ids`)
  }
  const verdict = await store.verifyAudit()
  if (verdict.kind === 'broken') throw new Error(verdict.reason)
}
