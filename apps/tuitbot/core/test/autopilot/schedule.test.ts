import { expect, test } from 'vitest'
import { startSchedule, type TakeTurn } from '../../src/autopilot/schedule.js'
import { takeLease } from '../../src/storage/leases.js'
import { createSmallTuitbot, type SmallTuitbot } from '../workflow/small-tuitbot.js'

const HOUR = 3_600_000
const UNTOLD = { onFailure: () => {}, onSuccess: () => {} }

test('a job is done only by whoever has the turn', async () => {
  const ran: string[] = []
  const job = (name: string) => ({
    name,
    doing: 'working',
    everyMs: HOUR,
    run: async () => void ran.push(name),
  })
  const asked: Array<[string, number]> = []
  const stop = startSchedule([job('mine'), job('theirs')], {
    takeTurn: async (name, forMs) => {
      asked.push([name, forMs])
      return name === 'mine'
    },
    ...UNTOLD,
  })

  await stop()

  expect(ran).toEqual(['mine'])
  // A turn outlasts the pause between two rounds.
  expect(asked).toEqual([
    ['mine', 3 * HOUR],
    ['theirs', 3 * HOUR],
  ])
})

test('a round that fails is followed by the next, and is news once while it fails in the same way', async () => {
  const wait = (seconds: number) => `this must wait another ${seconds} s`
  const ends = [wait(9), wait(8), 'X is down', wait(7), 'X is down', undefined, 'X is down']
  const told: unknown[] = []
  let stop = async () => {}
  await new Promise<void>((resolve) => {
    let rounds = 0
    const run = async () => {
      if (rounds === ends.length) return resolve()
      const failure = ends[rounds++]
      if (failure !== undefined) throw new Error(failure)
    }
    stop = startSchedule([{ name: 'job', doing: 'working', everyMs: 1, run }], {
      takeTurn: async () => true,
      onFailure: ({ name }, { error, isNew }) => told.push([name, String(error), isNew]),
      onSuccess: ({ name }) => told.push([name, 'well']),
    })
  })
  await stop()

  expect(told.slice(0, ends.length)).toEqual([
    ['job', 'Error: this must wait another 9 s', true],
    ['job', 'Error: this must wait another 8 s', false],
    ['job', 'Error: X is down', true],
    ['job', 'Error: this must wait another 7 s', false],
    ['job', 'Error: X is down', false],
    ['job', 'well'],
    ['job', 'Error: X is down', true],
  ])
})

test('who stops it waits for the round that is under way, and for no other', async () => {
  let finish = () => {}
  let rounds = 0
  const run = () => {
    rounds += 1
    return new Promise<void>((resolve) => (finish = resolve))
  }
  const stop = startSchedule([{ name: 'job', doing: 'working', everyMs: 1, run }], {
    takeTurn: async () => true,
    ...UNTOLD,
  })
  // The turn is taken first.
  await new Promise((resolve) => setImmediate(resolve))
  let isStopped = false
  const stopped = stop().then(() => (isStopped = true))
  await new Promise((resolve) => setImmediate(resolve))
  expect(isStopped).toBe(false)

  finish()
  await stopped

  expect(rounds).toBe(1)
})

test('a round that takes longer than a turn is kept from other processes until it ends', async () => {
  await using world = await createSmallTuitbot()
  let running = 0
  let most = 0
  let rounds = 0
  const failures: unknown[] = []
  const run = async () => {
    rounds += 1
    most = Math.max(most, ++running)
    await sleep(900)
    running -= 1
  }
  const start = (owner: string) =>
    startSchedule([{ name: 'job', doing: 'working', everyMs: 100, run }], {
      takeTurn: turnsOf(world, owner),
      onFailure: (_, { error }) => failures.push(error),
      onSuccess: () => {},
    })

  const stops = [start('one'), start('other')]
  await sleep(1_300)
  await Promise.all(stops.map((stop) => stop()))

  expect(most).toBe(1)
  expect(rounds).toBeGreaterThan(1)
  expect(failures).toEqual([])
})

test('a turn that another process has taken meanwhile is told, and one that could not be asked for is not', async () => {
  let asked = 0
  const failures: string[] = []
  let stop = async () => {}
  await new Promise<void>((resolve) => {
    stop = startSchedule([{ name: 'job', doing: 'working', everyMs: 5, run: () => sleep(60) }], {
      async takeTurn() {
        asked += 1
        if (asked === 2) throw new Error('the database is busy')
        return asked !== 3
      },
      onFailure: (_, { error }) => failures.push(String(error)),
      onSuccess: () => resolve(),
    })
  })
  await stop()

  expect(failures).toEqual([
    'Error: a round took so long that another process has begun one as well',
  ])
})

function turnsOf({ tuitbot }: SmallTuitbot, owner: string): TakeTurn {
  return (name, forMs) => {
    const now = Date.now()
    return tuitbot.ctx.db.write((db) => takeLease(db, { name, owner, now, until: now + forMs }))
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
