import { expect, test } from 'vitest'
import { insert, open } from './writer-world.js'

test.each([
  { calls: 1, first: 'the commit' },
  { calls: 2, first: 'the event loop' },
  { calls: 0, first: 'the event loop' },
])('of $calls under way one writes: $first comes first', async ({ calls, first }) => {
  const { writer } = open({ countCalls: () => calls })
  const order: string[] = []
  const turn = new Promise<void>((resolve) => setImmediate(resolve)).then(() => {
    order.push('the event loop')
  })

  await writer.write((tx) => tx.query(insert(1)))
  order.push('the commit')
  await turn

  expect(order[0]).toBe(first)
})

test('all who are under way share a commit that waits for no turn, also who comes last', async () => {
  const { writer, said } = open({ countCalls: () => 3 })
  const writeOne = async (n: number) => {
    // Each a little later than the one before.
    for (let step = 0; step < n * 3; step++) await Promise.resolve()
    await writer.write((tx) => tx.query(insert(n)))
  }
  let isNextTurn = false
  setImmediate(() => (isNextTurn = true))

  await Promise.all([1, 2, 3].map(writeOne))

  expect(isNextTurn).toBe(false)
  expect(said.filter((sql) => sql === 'commit')).toHaveLength(1)
})

test('who writes again and again leaves the event loop its turns', async () => {
  const { writer } = open({ countCalls: () => 1 })
  let turns = 0
  const count = () => {
    turns += 1
    if (turns < 100) setImmediate(count)
  }
  setImmediate(count)

  for (let n = 0; n < 170; n++) await writer.write((tx) => tx.query(insert(n)))

  expect(turns).toBeGreaterThanOrEqual(9)
})

test('who waits for a lock is not made to ask sooner by whoever comes', async () => {
  const world = open({ countCalls: () => 1 })
  world.fail = 'begin'
  const first = world.writer.write((tx) => tx.query(insert(1)))
  await new Promise((resolve) => setImmediate(resolve))
  const asked = () => world.said.filter((sql) => sql.startsWith('begin')).length
  const before = asked()
  const others = [2, 3, 4].map((n) => world.writer.write((tx) => tx.query(insert(n))))
  await new Promise((resolve) => process.nextTick(resolve))
  const after = asked()
  world.fail = undefined
  await Promise.all([first, ...others])

  expect(after).toBe(before)
  expect(world.rows()).toEqual([1, 2, 3, 4])
})
