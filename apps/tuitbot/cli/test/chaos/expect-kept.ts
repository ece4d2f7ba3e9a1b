import { openSqlite } from '@armorer/gateway/sqlite'
import { type Effect } from '@tuitbot/x-simulator'
import { ACCOUNT } from '../../src/open-home.js'

export interface Kept {
  /** Of the gateway. */
  readonly database: string
  /** What X has. */
  readonly posts: readonly Effect[]
  /** What people were told to be posted. */
  readonly posted: readonly string[]
  /** What agents were told to wait for a person. */
  readonly waiting: readonly string[]
}

/** Holds against each other what X has, what the gateway has, and what was said: each post once, and nothing without its record. */
export async function expectKept({ database, posts, posted, waiting }: Kept): Promise<void> {
  // The same words in answer to two people are two posts, but no request is made twice.
  const sent = posts.map(({ hash }) => hash)
  const twice = posts.find(({ hash }, index) => sent.indexOf(hash) !== index)
  if (twice) throw new Error(`${JSON.stringify(twice.detail)} was posted twice`)
  const texts = new Set(posts.map(({ detail }) => detail['text']))
  const missing = posted.find((text) => !texts.has(text))
  if (missing !== undefined) throw new Error(`${missing} was said to be posted, and is not`)

  const store = openSqlite(database)
  try {
    const rows = await store.listIntents({ account: ACCOUNT, limit: 1_000_000 })
    const done = new Set<unknown>(
      rows.flatMap(({ state, externalId }) => (state === 'succeeded' && externalId) || []),
    )
    const lost = posts.find(({ detail }) => !done.has(detail['id']))
    if (lost) {
      const asked = rows.filter(({ args }) => textOf(args) === lost.detail['text'])
      throw new Error(`a post has no record: ${JSON.stringify({ post: lost.detail, asked })}`)
    }
    if (done.size !== posts.length)
      throw new Error(`${done.size} are recorded, and ${posts.length} were posted`)
    const asked = new Set(rows.map(({ args }) => textOf(args)))
    const forgotten = waiting.find((text) => !asked.has(text))
    if (forgotten !== undefined) throw new Error(`${forgotten} was said to wait, and does not`)
    const verdict = await store.verifyAudit()
    if (verdict.kind === 'broken') throw new Error(`the audit is broken: ${verdict.reason}`)
  } finally {
    await store.close()
  }
}

function textOf(args: unknown): unknown {
  return Reflect.get(Object(args), 'text')
}
