import { expect, test } from 'vitest'
import { exportAudit, verifyExport } from '../../src/audit/index.js'
import { openSqlite } from '../../src/sqlite/index.js'
import { handClock, TIMES } from '../harness/small-world.js'
import { ANN, kindsOf, sendAndEnd } from '../harness/store-inputs.js'

test('a long chain is erased page by page, each with its record', async () => {
  const store = openSqlite(':memory:', { clock: handClock(), times: TIMES })
  await Promise.all(
    Array.from({ length: 1_050 }, (_, index) => sendAndEnd(store, { content: `c${index}` })),
  )
  const erased = await store.erase({
    account: 'alice',
    which: { before: 1e15 },
    by: ANN,
    reason: 'old',
  })

  expect(erased).toEqual({ kind: 'erased', intents: 1_050, links: 2_100, kept: 0, gone: true })
  expect((await kindsOf(store)).filter((kind) => kind === 'erased')).toHaveLength(3)
  expect(await verifyExport(exportAudit(store))).toMatchObject({ kind: 'intact', rows: 2_103 })
  await store.close()
})
