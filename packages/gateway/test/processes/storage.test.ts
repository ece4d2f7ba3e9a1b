import { expect, test } from 'vitest'
import { fillDisk } from './full-disks.js'
import { cutPower } from './power-cuts.js'
import { pressHard } from './pressure.js'
import { seeded } from './seeded.js'

test('what has left is known after a power cut', { timeout: 60_000 }, async () => {
  expect(await cutPower({ runs: 30, cuts: 3, random: seeded(1) })).toBe(90)
})

test('with a log that is not on the disk at each commit, the same trial shows the loss', async () => {
  await expect(
    cutPower({ runs: 3, cuts: 1, random: seeded(1), planted: 'normal' }),
  ).rejects.toThrow('has left, and after the power cut nothing knows of it')
})

test('on a full disk nothing leaves unrecorded', { timeout: 60_000 }, async () => {
  const { refused, unknown } = await fillDisk({ most: 60 })

  expect(refused).toBeGreaterThan(0)
  expect(unknown).toBeGreaterThan(0)
})

test(
  'while the calls of a shared file fail, readers stay and what was written is forced back, nothing is lost or done twice',
  { timeout: 120_000 },
  async () => {
    const seen = await pressHard({ processes: 3, ms: 2_000, random: seeded(1) })

    expect(seen.posts).toBeGreaterThan(0)
    expect(seen.faults).toBeGreaterThan(0)
    expect(seen.reads).toBeGreaterThan(0)
    expect(seen.checkpoints).toBeGreaterThan(0)
  },
)
