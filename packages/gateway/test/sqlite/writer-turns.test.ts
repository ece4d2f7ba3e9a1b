import { expect, test } from 'vitest'
import { insert, openWriter } from '../harness/writer-world.js'

const alone = () => 1

test('who is alone waits for no turn of the event loop, and others do', async () => {
  for (const when of ['soon', alone] as const) {
    const { writer } = openWriter()
    const order: string[] = []
    const turn = new Promise<void>((resolve) => setImmediate(resolve)).then(() =>
      order.push('the event loop'),
    )

    await Promise.all([writer.write(() => void 0, when).then(() => order.push('the commit')), turn])

    expect(order[0]).toBe(when === 'soon' ? 'the event loop' : 'the commit')
  }
})

test('all who are under way share a commit that waits for no turn, also who comes last', async () => {
  const { writer, said } = openWriter()
  const writeOne = async (n: number) => {
    // Each a little later than the one before.
    for (let step = 0; step < n * 3; step++) await Promise.resolve()
    await writer.write(
      (tx) => tx.query(insert(n)),
      () => 3,
    )
  }
  let isNextTurn = false
  setImmediate(() => (isNextTurn = true))

  await Promise.all([1, 2, 3].map(writeOne))

  expect(isNextTurn).toBe(false)
  expect(said.filter((sql) => sql === 'commit')).toHaveLength(1)
})

test('while others are still to come, a commit waits for the turn in which they may', async () => {
  const { writer, said } = openWriter()
  const two = () => 2
  const late = new Promise<void>((resolve) => process.nextTick(() => setImmediate(resolve)))

  await Promise.all([
    writer.write((tx) => tx.query(insert(1)), two),
    Promise.resolve().then(() => writer.write((tx) => tx.query(insert(2)))),
    late,
  ])

  expect(said.filter((sql) => sql === 'commit')).toHaveLength(1)
})

test('whoever comes in the same breath shares the commit of who is alone', async () => {
  const { writer, said } = openWriter()

  await Promise.all([
    writer.write((tx) => tx.query(insert(1)), alone),
    writer.write((tx) => tx.query(insert(2))),
  ])

  expect(said.filter((sql) => sql === 'commit')).toHaveLength(1)
})

test('who is alone again and again leaves the event loop a turn every ten milliseconds', async () => {
  let elapsed = 0
  const { writer } = openWriter({ clock: { now: () => 0, elapsed: () => elapsed } })
  let turns = 0
  const count = () => {
    turns += 1
    if (turns < 100) setImmediate(count)
  }
  setImmediate(count)

  for (let n = 0; n < 110; n++) {
    await writer.write((tx) => tx.query(insert(n)), alone)
    elapsed += 1
  }

  expect(turns).toBe(10)
})

test('who waits for the lock is not made to ask sooner by who is alone', async () => {
  const world = openWriter()
  world.fail = 'begin'
  world.errcode = 5
  const first = world.writer.write((tx) => tx.query(insert(1)))
  await new Promise((resolve) => setImmediate(resolve))
  const asked = () => world.said.filter((sql) => sql.startsWith('begin')).length
  const before = asked()
  const others = [2, 3].map((n) => world.writer.write((tx) => tx.query(insert(n)), alone))
  await new Promise((resolve) => process.nextTick(resolve))
  const after = asked()
  world.fail = undefined
  await Promise.all([first, ...others])

  expect(after).toBe(before)
  expect(world.rows()).toEqual([1, 2, 3])
})
