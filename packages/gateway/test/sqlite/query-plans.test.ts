import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { type IntentState } from '../../src/index.js'
import { openSqlite } from '../../src/sqlite/index.js'

const LISTS: ReadonlyArray<readonly IntentState[]> = [
  ['approved'],
  ['unknown'],
  ['awaiting_approval', 'needs_human'],
  ['unknown', 'needs_human'],
  ['claimed', 'dispatched', 'unknown', 'needs_human'],
]

test.each(LISTS.map((states) => ({ states })))(
  '$states are found without reading what is done',
  async ({ states }) => {
    const plans = await plansOf((store) => store.listIntents({ account: 'alice', states }))

    expect(plans).not.toEqual([])
    for (const plan of plans) expect(plan).not.toContain('SCAN gateway_intent')
  },
)

test('what has gone quiet is found without reading what is done', async () => {
  const plans = await plansOf((store) => store.takeDue('someone', 10, ['post.create']))

  expect(plans.join()).toContain('gateway_intent_open')
  for (const plan of plans) expect(plan).not.toContain('SCAN gateway_intent')
})

test('all of an account is read in order, which is what a plan that reads everything looks like', async () => {
  const plans = await plansOf((store) => store.listIntents({ account: 'alice' }))

  expect(plans.join()).toContain('SCAN gateway_intent')
})

/** How SQLite goes about every statement on intents that something leads to. */
async function plansOf(
  act: (store: ReturnType<typeof openSqlite>) => Promise<unknown>,
): Promise<string[]> {
  const db = new DatabaseSync(':memory:')
  const prepared: string[] = []
  const store = openSqlite(':memory:', {
    open: () => ({
      get isTransaction() {
        return db.isTransaction
      },
      exec: (sql) => db.exec(sql),
      prepare(sql) {
        prepared.push(sql)
        return db.prepare(sql)
      },
      close: () => db.close(),
    }),
  })
  prepared.length = 0
  await act(store)
  const plans = prepared
    .filter((sql) => sql.includes('gateway_intent'))
    .map((sql) => JSON.stringify(db.prepare(`explain query plan ${sql}`).all()))
  await store.close()
  return plans
}
