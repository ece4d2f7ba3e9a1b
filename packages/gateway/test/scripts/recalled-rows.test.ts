import { expect, test } from 'vitest'
import { createRecalledRows, type Recalled } from '../../src/scripts/recalled-rows.js'

const ROW: Recalled<{ n: number }> = { name: 'row' }

test('no more is recalled than may be, also where every commit leaves something for its end', () => {
  const { rows, writeOut } = createRecalledRows()
  for (let n = 0; n < 25_000; n++) {
    rows.atTheEnd(ROW, 'forget', () => undefined)
    rows.keep(ROW, String(n), { n })
    writeOut()
  }
  let read = 0
  for (let n = 0; n < 25_000; n++) {
    rows.recall(ROW, String(n), () => {
      read += 1
      return { n }
    })
  }

  expect(read).toBeGreaterThanOrEqual(15_000)
})

test('what is put off is recalled until it is written, however much else is', () => {
  const { rows, writeOut } = createRecalledRows()
  const written: number[] = []
  rows.putOff(ROW, 'own', { n: 7 }, () => void written.push(7))
  for (let n = 0; n < 25_000; n++) rows.keep(ROW, String(n), { n })

  expect(rows.recall(ROW, 'own', () => ({ n: 0 }))).toEqual({ n: 7 })
  writeOut()
  expect(written).toEqual([7])
})
