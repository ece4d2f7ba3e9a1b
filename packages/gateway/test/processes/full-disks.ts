import { DatabaseSync } from '@photostructure/sqlite'
import { type SqliteDatabase } from '../../src/sqlite/index.js'
import { createSmallWorld, TIMES } from '../harness/small-world.js'

/** P16: the disk is full after some page more, for every number of pages until there is room. Nothing leaves unrecorded. */
export async function fillDisk({
  most,
}: {
  most: number
}): Promise<{ refused: number; unknown: number }> {
  const seen = { refused: 0, unknown: 0 }
  let room = 0
  for (; room < most; room++) {
    const kind = await runWithRoom(room)
    if (kind === 'executed') break
    if (kind !== 'denied' && kind !== 'unknown')
      throw new Error(`with ${room} pages of room: ${kind}`)
    seen[kind === 'denied' ? 'refused' : 'unknown'] += 1
  }
  if (room === most) throw new Error('there was never room')
  return seen
}

async function runWithRoom(pages: number): Promise<string> {
  let db: SqliteDatabase | undefined
  await using world = createSmallWorld(
    {},
    {
      open: (path) => {
        db = new DatabaseSync(path)
        return db
      },
    },
  )
  const { gateway, far, clock, post } = world
  // Fills the pages that are there, so that a new one is soon needed.
  for (let filler = 0; filler < 4; filler++)
    await gateway.run(post(`filler ${filler} ${'.'.repeat(900)}`))
  const used = Number(Reflect.get(Object(db?.prepare('pragma page_count').all()[0]), 'page_count'))
  db?.exec(`pragma max_page_count = ${used + pages}`)
  const text = 'x'.repeat(8_000)
  // A key of its own, since the clock is moved past the time for which content alone would answer.
  const request = post(text, { idempotencyKey: 'once' })
  const before = far.requests
  const outcome = await gateway.run(request)
  const sent = far.requests - before
  db?.exec('pragma max_page_count = 1073741823')
  await expectRecorded(world, outcome.kind, sent)
  // With room again, everything is settled, and the caller who asks again gets one post.
  for (let round = 0; round < 4; round++) {
    clock.advance(TIMES.settle + TIMES.readGap)
    await gateway.reconcile()
  }
  await gateway.run(request)
  const there = far.posts.filter((one) => one.text === text).length
  if (there !== 1) throw new Error(`with ${pages} pages of room it is there ${there} times`)
  return outcome.kind
}

type World = ReturnType<typeof createSmallWorld>

async function expectRecorded({ gateway }: World, kind: string, sent: number): Promise<void> {
  if (kind === 'denied' && sent > 0) throw new Error('something left that was refused')
  const verdict = await gateway.verifyAudit()
  if (verdict.kind === 'broken') throw new Error(verdict.reason)
  if (sent === 0) return
  const rows = await gateway.list({ states: ['dispatched', 'unknown', 'succeeded'], limit: 1 })
  if (rows.length === 0) throw new Error('something left that is not recorded')
}
