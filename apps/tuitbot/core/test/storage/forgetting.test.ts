import { expect, test } from 'vitest'
import { addActivity, listActivityRows } from '../../src/storage/activity.js'
import { createCostLog, listSpend } from '../../src/storage/cost-log.js'
import { sql } from '../../src/storage/database.js'
import { createMediaCache } from '../../src/storage/media-cache.js'
import { openFolder } from './storage-folder.js'

const DAY = 24 * 60 * 60 * 1000
const NOW = Date.parse('2026-09-01T12:00:00Z')

test('what happened is kept for ninety days, and no other account loses anything', async () => {
  await using home = await openFolder()
  const happen = (account: string, at: number) =>
    home.db.write((db) => addActivity(db, { account, at, kind: 'note', message: String(at) }))
  await happen('alice', NOW - 91 * DAY)
  await happen('bob', NOW - 91 * DAY)
  await happen('alice', NOW - 89 * DAY)
  await happen('alice', NOW)

  const countOf = (account: string) => home.db.read((db) => listActivityRows(db, account, 9).length)
  expect(await countOf('alice')).toBe(2)
  expect(await countOf('bob')).toBe(1)
})

test('costs are kept for three months, and which objects were paid for until tomorrow', async () => {
  await using home = await openFolder()
  const log = createCostLog(home.db, { onError: (error) => expect.unreachable(String(error)) })
  const days = [101, 99, 2, 1, 0]
  for (const ago of days) {
    const charges = [{ key: 'post 7', microUsd: 5_000 }]
    const call = { account: 'alice', endpoint: 'getPostsById', method: 'GET', status: 200 }
    log.record({ ...call, at: NOW - ago * DAY, microUsd: 5_000, charges })
    await log.flush()
  }

  const spend = await listSpend(home.db, 'alice', 0)
  expect(spend.map(({ day, microUsd }) => [day, microUsd])).toEqual([
    ['2026-05-25', 5_000],
    ['2026-08-30', 5_000],
    ['2026-08-31', 5_000],
    ['2026-09-01', 5_000],
  ])
  const paid = await home.db.read((db) => db.all(sql.selectFrom('x_paid').selectAll()))
  expect(paid.map(({ day }) => day)).toEqual(['2026-08-31', '2026-09-01'])
})

test('what X has let go of is let go of here, when the next file comes', async () => {
  await using home = await openFolder()
  const cache = createMediaCache(home.db)
  const keep = (content: string, keptAt: number) =>
    cache.keep('alice', content, { id: content, keptAt, expiresAt: keptAt + DAY })
  await keep('old', NOW - DAY)
  await keep('newer', NOW - 1)
  await keep('newest', NOW)

  const kept = await home.db.read((db) => db.all(sql.selectFrom('x_media').select('content')))
  expect(kept.map(({ content }) => content)).toEqual(['newer', 'newest'])
})
