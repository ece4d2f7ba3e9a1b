import { expect, test } from 'vitest'
import { type Recalled } from '../../src/scripts/recalled-rows.js'
import { type Transaction } from '../../src/scripts/transaction.js'
import { insert, openWriter } from '../harness/writer-world.js'

test('where nobody says whether others have written, nothing is recalled', async () => {
  const world = openWriter()
  const { writer } = world
  const recall = (n: number) => writer.write((tx) => tx.recall(ROW, 'r', () => ({ n })))
  await recall(1)
  expect(await recall(2)).toEqual({ n: 1 })

  world.version = undefined
  expect(await recall(3)).toEqual({ n: 3 })
  expect(await recall(4)).toEqual({ n: 4 })
  world.version = 7
  expect(await recall(5)).toEqual({ n: 5 })
  expect(await recall(6)).toEqual({ n: 5 })
})

test('what scripts put off is written once, in their own commit', async () => {
  const world = openWriter()
  const writer = world.writer

  await Promise.all([1, 2, 3].map((n) => writer.write((tx) => putOff(tx, n))))

  expect(world.rows()).toEqual([3])
  expect(await writer.write((tx) => tx.recall(ROW, 'r', () => ({ n: 0 })))).toEqual({ n: 3 })
})

test('what a script put off before it threw is not written, and what others put off is', async () => {
  const world = openWriter()
  const { writer } = world

  const settled = await Promise.allSettled([
    writer.write((tx) => putOff(tx, 1)),
    writer.write((tx) => {
      putOff(tx, 2)
      throw new Error('no')
    }),
  ])

  expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  expect(world.rows()).toEqual([1])
  expect(await writer.write((tx) => tx.recall(ROW, 'r', () => ({ n: 0 })))).toEqual({ n: 0 })
})

test('what is recalled is read again after a flush', async () => {
  const { writer } = openWriter()

  await writer.write((tx) => {
    putOff(tx, 1)
    tx.flush()
    expect(tx.recall(ROW, 'r', () => ({ n: 7 }))).toEqual({ n: 7 })
  })
})

const ROW: Recalled<{ n: number }> = { name: 'row' }

function putOff(tx: Transaction, n: number): void {
  tx.putOff(ROW, 'r', { n }, () => void tx.query(insert(n)))
}
