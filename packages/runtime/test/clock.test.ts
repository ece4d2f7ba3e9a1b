import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { systemClock } from '../src/clock.js'

test('a wait is never shorter than it was asked for, however busy the moment in which it begins', async () => {
  const early: number[] = []
  for (let round = 0; round < 20; round++) {
    await new Promise((resolve) => setImmediate(resolve))
    const busyUntil = performance.now() + 5
    while (performance.now() < busyUntil);
    const began = performance.now()
    await new Promise<void>((resolve) => systemClock.after(7, resolve))
    const waited = performance.now() - began
    if (waited < 7) early.push(waited)
  }
  expect(early).toEqual([])
})

test('what is cancelled does not call back', async () => {
  let calls = 0
  const timer = systemClock.after(1, () => calls++)
  timer.cancel()
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(calls).toBe(0)
})

test('a process does not stay alive for what it was told not to wait for', () => {
  const clock = fileURLToPath(new URL('../src/clock.ts', import.meta.url))
  const program = `
    import { systemClock } from ${JSON.stringify(clock)}
    systemClock.after(60_000, () => console.log('late')).keepAlive(false)`
  const said = execFileSync(
    process.execPath,
    ['--import', 'tsx', '--input-type=module', '--eval', program],
    { encoding: 'utf8', timeout: 50_000 },
  )
  expect(said).toBe('')
})
