import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createPatience, type Waiter } from '../../src/layers/patience.js'
import { createFakeClock } from '../../src/testing/fake-clock.js'

const run = promisify(execFile)

test('whoever waits gives up in its own time, and whoever left does not', async () => {
  const visit = fc.record({ comesAt: fc.nat(50), staysFor: fc.nat(200) })
  await fc.assert(
    fc.asyncProperty(fc.array(visit, { maxLength: 12 }), async (visits) => {
      const clock = createFakeClock()
      const gaveUp: Array<[visit: number, at: number]> = []
      const patience = createPatience<Visitor>(clock, ({ index }) =>
        gaveUp.push([index, clock.elapsed()]),
      )
      visits.forEach(({ comesAt, staysFor }, index) => {
        const visitor = toVisitor(index, () => clock.elapsed() + 100)
        clock.after(comesAt, () => patience.wait(visitor))
        clock.after(comesAt + staysFor, () => patience.done(visitor))
      })
      await clock.advance(1_000)

      // Who leaves in that very moment has left: its timer is the older one.
      const tooLong = visits.flatMap(({ comesAt, staysFor }, index) =>
        staysFor > 100 ? [[index, comesAt + 100]] : [],
      )
      expect(gaveUp.toSorted(([a], [b]) => a - b)).toEqual(tooLong)
      expect(clock.waiting).toBe(0)
    }),
    { numRuns: 100 },
  )
})

test('many who are done before anything comes to rest are timed by nobody', async () => {
  const clock = createFakeClock()
  const patience = createPatience<Visitor>(clock, () => undefined)
  let asked = 0
  for (let index = 0; index < 10; index++) {
    const visitor = toVisitor(index, () => ++asked)
    patience.wait(visitor)
    await Promise.resolve()
    patience.done(visitor)
  }
  await clock.advance(0)
  expect([asked, clock.waiting]).toEqual([0, 0])
})

test('a process stays for a call that waits, also after an idle time', async () => {
  const script = `
    const patient = limited(2_000)
    await patient.call('quick', createContext())
    await new Promise((resolve) => setTimeout(resolve, 5))
    patient.call('never', createContext()).catch((error) => console.log(error.code))`
  expect(await runScript(script)).toBe('toolbox.timeout\n')
})

test('a process does not stay for a timer that nobody waits for', async () => {
  const script = `
    await limited(86_400_000).call('quick', createContext())
    console.log('done')`
  expect(await runScript(script)).toBe('done\n')
})

interface Visitor extends Waiter<Visitor> {
  readonly index: number
}

/** Settles its time once, as a context does. */
function toVisitor(index: number, settle: () => number): Visitor {
  let settled: number | undefined
  const until = () => (settled ??= settle())
  return { index, until, waiting: false, before: undefined, after: undefined }
}

async function runScript(script: string): Promise<string> {
  const entry = new URL('../../src/index.ts', import.meta.url).href
  const lines = `import { createContext, service, timeout } from ${JSON.stringify(entry)}
    const answer = (how) => new Promise((resolve) => how === 'quick' && setTimeout(resolve, 5))
    const limited = (ms) => service(answer, { effects: 'read' }).layer(timeout(ms))
    ${script}`
  const flags = ['--import', 'tsx', '--conditions=@armorer/source', '--input-type=module', '-e']
  return (await run(process.execPath, [...flags, lines])).stdout
}
