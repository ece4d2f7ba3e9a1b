import { expect, test } from 'vitest'
import { reportRounds } from '../../src/autopilot/report-rounds.js'
import { type Job } from '../../src/autopilot/schedule.js'
import { listTroubles } from '../../src/storage/troubles.js'
import { listActivity } from '../../src/workflow/list-activity.js'
import { obstaclesOf } from '../../src/workflow/obstacles.js'
import { type WorkflowCtx } from '../../src/workflow/ctx.js'
import { ACCOUNT, createSmallTuitbot } from '../workflow/small-tuitbot.js'

const READING: Job = { name: 'read', doing: 'reading', everyMs: 1, run: async () => {} }
const WRITING: Job = { name: 'write', doing: 'writing', everyMs: 1, run: async () => {} }

test('what fails is in the way from the first time on until it goes well, and is noted at both ends', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  let now = 1_000
  const clock = { ...ctx.clock, now: () => now }
  const { onFailure, onSuccess } = reportRounds({ db: ctx.db, clock }, ACCOUNT, [READING, WRITING])
  const notes = async () => (await listActivity(ctx, ACCOUNT)).map(({ at, text }) => [at, text])

  onSuccess(READING)
  onFailure(READING, { error: new Error('X is down'), isNew: true })
  onFailure(WRITING, { error: 'no words', isNew: true })
  now = 2_000
  onFailure(READING, { error: new Error('X is still down'), isNew: false })

  expect(await obstaclesIn(ctx)).toEqual([
    { doing: 'reading', message: 'X is still down', since: 1_000 },
    { doing: 'writing', message: 'no words', since: 1_000 },
  ])
  now = 3_000
  onSuccess(READING)
  onSuccess(READING)
  expect(await obstaclesIn(ctx)).toEqual([{ doing: 'writing', message: 'no words', since: 1_000 }])
  expect(await notes()).toEqual([
    [3_000, 'reading works again'],
    [1_000, 'writing failed: no words'],
    [1_000, 'reading failed: X is down'],
  ])
})

test.each([
  { jobs: [WRITING], left: ['writing'] },
  { jobs: [], left: [] },
])('what is not done any more is in nobody’s way: $left is', async ({ jobs, left }) => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const { onFailure } = reportRounds(ctx, ACCOUNT, [READING, WRITING])
  for (const job of [READING, WRITING]) onFailure(job, { error: 'no', isNew: true })

  reportRounds(ctx, ACCOUNT, jobs)

  expect((await obstaclesIn(ctx)).map(({ doing }) => doing)).toEqual(left)
})

/** After what was told has been written, which nobody waits for. */
async function obstaclesIn(ctx: WorkflowCtx) {
  await ctx.db.write(() => undefined)
  return obstaclesOf(await ctx.db.read((db) => listTroubles(db, ACCOUNT)), [])
}
