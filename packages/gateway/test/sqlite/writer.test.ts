import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { StorageError } from '../../src/index.js'
import { type When } from '../../src/sqlite/writer.js'
import { insert, openWriter, pause } from '../harness/writer-world.js'

test('scripts that wait at the same time share a commit', async () => {
  const world = openWriter()

  await Promise.all([1, 2, 3].map((n) => world.writer.write((tx) => tx.query(insert(n)))))

  expect(world.said.filter((sql) => sql === 'commit')).toHaveLength(1)
  expect(world.rows()).toEqual([1, 2, 3])
})

test('one that throws is undone alone, and the others of its commit do not notice', async () => {
  const world = openWriter()

  const ended = await Promise.allSettled([
    world.writer.write((tx) => tx.query(insert(1))),
    world.writer.write((tx) => {
      tx.query(insert(2))
      throw new TypeError('changed my mind')
    }),
    world.writer.write((tx) => tx.query(CompiledQuery.raw('insert into nothing values (1)'))),
    world.writer.write((tx) => tx.query(insert(4))),
  ])

  expect(ended.map(({ status }) => status)).toEqual([
    'fulfilled',
    'rejected',
    'rejected',
    'fulfilled',
  ])
  expect(ended[1]).toMatchObject({ reason: { name: 'TypeError', message: 'changed my mind' } })
  expect(ended[2]).toMatchObject({ reason: { name: 'StorageError', code: 'unavailable' } })
  expect(world.rows()).toEqual([1, 4])
})

test('what is thrown and cannot be read is told as such, and to nobody else', async () => {
  const world = openWriter()

  const ended = await Promise.allSettled([
    world.writer.write(() => {
      throw Object.create(null)
    }),
    world.writer.write((tx) => tx.query(insert(1))),
  ])

  expect(ended[0]).toMatchObject({
    reason: { message: 'something was thrown that cannot be read' },
  })
  expect(ended[1]).toMatchObject({ status: 'fulfilled' })
  expect(world.rows()).toEqual([1])
})

test('what is urgent comes first, and in the order in which it came', async () => {
  const world = openWriter()
  const order: string[] = []
  const write = (name: string, when?: When) => world.writer.write(() => void order.push(name), when)

  await Promise.all([write('a'), write('b', 'urgent'), write('c', 'urgent'), write('d')])

  expect(order).toEqual(['b', 'c', 'a', 'd'])
})

test('whoever shared a commit with one that throws waits for a turn of their own, if someone else has taken it', async () => {
  const world = openWriter()
  let isFirst = true
  const ended = Promise.allSettled([
    world.writer.write((tx) => tx.query(insert(1))),
    world.writer.write(() => {
      if (isFirst) world.fail = 'begin immediate'
      isFirst = false
      throw new TypeError('changed my mind')
    }),
  ])
  await pause(10)
  world.fail = undefined

  expect((await ended).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(world.rows()).toEqual([1])
})

test('what rides along with others that throw is written all the same', async () => {
  const world = openWriter()
  world.writer.writeLazily((tx) => void tx.query(insert(1)))
  world.writer.writeLazily(() => {
    throw new TypeError('changed my mind')
  })
  await expect(
    world.writer.write(() => {
      throw new TypeError('changed my mind')
    }),
  ).rejects.toThrow('changed my mind')

  await world.writer.end()
  expect(world.rows()).toEqual([1])
})

test('nobody is told before it is committed', async () => {
  const world = openWriter()
  const seen: number[] = []
  const one = world.writer
    .write((tx) => tx.query(insert(1)))
    .then(() => seen.push(world.rows().length))
  const two = world.writer.write((tx) => {
    tx.query(insert(2))
    seen.push(-1)
  })
  await Promise.all([one, two])

  expect(seen).toEqual([-1, 2])
})

test('a commit that fails fails all that shared it, and leaves nothing', async () => {
  const world = openWriter()
  world.fail = 'commit'
  world.errcode = 10

  const ended = await Promise.allSettled(
    [1, 2].map((n) => world.writer.write((tx) => tx.query(insert(n)))),
  )

  expect(
    ended.map((one) => one.status === 'rejected' && one.reason instanceof StorageError),
  ).toEqual([true, true])
  world.fail = undefined
  await world.writer.write((tx) => tx.query(insert(3)))
  expect(world.rows()).toEqual([3])
})

test('what a failed rollback left open is not written with the next', async () => {
  const world = openWriter()
  world.fail = 'rollback'
  world.errcode = 10
  const failing = world.writer.write((tx) => {
    tx.query(insert(1))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  world.fail = undefined

  await world.writer.write((tx) => tx.query(insert(2)))

  expect(world.rows()).toEqual([2])
})

test('a lock that someone else holds is waited for, and the turn comes', async () => {
  const world = openWriter()
  world.fail = 'begin immediate'
  const waiting = world.writer.write((tx) => tx.query(insert(1)))
  await pause(10)
  world.fail = undefined

  expect(await waiting).toBe(1)
})

test('who waits too long for a lock is told so, and nothing was changed', async () => {
  const world = openWriter({ busyMs: 5 })
  world.fail = 'begin immediate'

  await expect(world.writer.write((tx) => tx.query(insert(1)))).rejects.toMatchObject({
    code: 'busy',
  })
  expect(world.rows()).toEqual([])
})

test('what rides along is written with the next commit, or soon by itself', async () => {
  const world = openWriter({ lateMs: 5 })
  world.writer.writeLazily((tx) => void tx.query(insert(1)))
  await world.writer.write((tx) => tx.query(insert(2)))
  expect(world.rows()).toEqual([2, 1])

  world.writer.writeLazily((tx) => void tx.query(insert(3)))
  while (world.rows().length < 3) await pause(1)
  world.fail = 'begin immediate'
  world.errcode = 10
  world.writer.writeLazily((tx) => void tx.query(insert(4)))
  await pause(20)
  world.fail = undefined
  world.writer.writeLazily((tx) => void tx.query(insert(5)))
  while (!world.rows().includes(5)) await pause(1)
  expect(world.rows()).toEqual([2, 1, 3, 5])
})

test('what rides along and fails takes nobody with it', async () => {
  const world = openWriter()
  world.writer.writeLazily(() => {
    throw new Error('no')
  })

  await world.writer.write((tx) => tx.query(insert(1)))

  expect(world.rows()).toEqual([1])
})

test.each([
  { why: 'the database is of no use', fail: 'begin immediate', errcode: 10 },
  { why: 'it is busy for too long', fail: 'begin immediate', errcode: 5 },
  { why: 'a commit fails', fail: 'commit', errcode: 10 },
])(
  'what rides along is dropped where $why, and whoever handed it in hears of it',
  async (trial) => {
    const world = openWriter({ lateMs: 1, busyMs: 5 })
    world.fail = trial.fail
    world.errcode = trial.errcode
    const dropped = new Promise<void>((resolve) =>
      world.writer.writeLazily((tx) => void tx.query(insert(1)), resolve),
    )

    await dropped
    world.fail = undefined
    await world.writer.write((tx) => tx.query(insert(2)))
    expect(world.rows()).toEqual([2])
  },
)

test('after the end nothing rides along', async () => {
  const world = openWriter()
  await world.writer.end()
  let drops = 0

  world.writer.writeLazily(
    () => undefined,
    () => (drops += 1),
  )

  expect(drops).toBe(1)
})

test('the end writes what waits, and takes nothing more', async () => {
  const world = openWriter()
  const writing = world.writer.write((tx) => tx.query(insert(1)))
  world.writer.writeLazily((tx) => void tx.query(insert(2)))
  await world.writer.end()

  expect(await writing).toBe(1)
  expect(world.rows()).toEqual([1, 2])
  await expect(world.writer.write((tx) => tx.query(insert(3)))).rejects.toMatchObject({
    code: 'closed',
  })
  await expect(world.writer.read(() => 1)).rejects.toMatchObject({ code: 'closed' })
})

test('the end does not wait for ever for a lock that someone else holds', async () => {
  const world = openWriter({ busyMs: 5 })
  world.fail = 'begin immediate'
  world.writer.writeLazily((tx) => void tx.query(insert(1)))

  await expect(world.writer.end()).resolves.toBeUndefined()
})

test('what is urgent goes first', async () => {
  const world = openWriter()
  const order: string[] = []
  await Promise.all([
    world.writer.write(() => order.push('patient')),
    world.writer.write(() => order.push('urgent'), 'urgent'),
  ])

  expect(order).toEqual(['urgent', 'patient'])
})

test('five hundred at once are written in a few commits', async () => {
  const world = openWriter()

  await Promise.all(
    Array.from({ length: 500 }, (_, n) => world.writer.write((tx) => tx.query(insert(n)))),
  )

  expect(world.rows()).toHaveLength(500)
  expect(world.said.filter((sql) => sql === 'commit').length).toBeLessThanOrEqual(5)
})

test('a read whose end was not heard of is ended before anything is written', async () => {
  const world = openWriter()
  world.deaf = 'commit'
  await world.writer.read((tx) => tx.rows(CompiledQuery.raw('select n from t')))
  world.deaf = undefined

  await world.writer.write((tx) => tx.query(insert(1)))

  expect(world.said.slice(-3)).toEqual(['rollback', 'begin immediate', 'commit'])
  expect(world.rows()).toEqual([1])
})

test('a read sees one state, and nothing that is not committed', async () => {
  const world = openWriter()
  await world.writer.write((tx) => tx.query(insert(1)))

  const count = await world.writer.read(
    (tx) => tx.rows(CompiledQuery.raw('select n from t')).length,
  )

  expect(count).toBe(1)
  await expect(
    world.writer.read((tx) => tx.rows(CompiledQuery.raw('select * from no'))),
  ).rejects.toBeInstanceOf(StorageError)
})

test('a file that is not the one that was opened is written no more', async () => {
  const world = openWriter({
    checkFile: () => {
      throw new StorageError('replaced', 'gone')
    },
  })

  await expect(world.writer.write((tx) => tx.query(insert(1)))).rejects.toMatchObject({
    code: 'replaced',
  })
})
