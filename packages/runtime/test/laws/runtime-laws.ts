import fc from 'fast-check'
import { z } from 'zod'
import { createContext } from '../../src/create-context.js'
import { createTool } from '../../src/create-tool.js'
import { concurrency } from '../../src/layers/concurrency.js'
import { timeout } from '../../src/layers/timeout.js'
import { createToolbox } from '../../src/runner.js'
import { service } from '../../src/service.js'
import { randomFrom } from './random-from.js'

export interface Trial {
  readonly runs: number
  readonly seed: number
}

/** L2: never more at once than allowed, no place lost, nobody overtaken. Returns the most seen at once. */
export async function limitsHold({ runs, seed }: Trial): Promise<number> {
  const max = 4
  const random = randomFrom(seed)
  let running = 0
  let most = 0
  const began: number[] = []
  const limited = service(
    async (index: number) => {
      began.push(index)
      most = Math.max(most, ++running)
      const turns = Math.floor(random() * 4)
      for (let turn = 0; turn < turns; turn++)
        await new Promise((resolve) => {
          setImmediate(resolve)
        })
      running -= 1
      if (random() < 0.2) throw new Error('failed')
    },
    { effects: 'read' },
  ).layer(concurrency(max))

  const waves = Math.ceil(runs / 1_000)
  for (let wave = 0; wave < waves; wave++) {
    const calls = Array.from({ length: Math.min(1_000, runs - wave * 1_000) }, (_, index) => {
      const ctx = createContext()
      const call = limited.call(wave * 1_000 + index, ctx).catch(() => undefined)
      if (random() < 0.2) setImmediate(() => ctx.cancel('changed their mind'))
      return call
    })
    await Promise.all(calls)
  }
  // All places are back: as many as before begin at once.
  const before = began.length
  const last = Array.from({ length: max + 1 }, () =>
    limited.call(Infinity, createContext()).catch(() => undefined),
  )
  if (began.length !== before + max)
    throw new Error(`${began.length - before} places of ${max} were free`)
  await Promise.all(last)
  const order = began.filter(Number.isFinite)
  if (order.some((index, at) => at > 0 && index < (order[at - 1] ?? 0)))
    throw new Error('somebody was overtaken')
  if (most > max) throw new Error(`${most} ran at once, ${max} are allowed`)
  return most
}

/** L4: a read that times out is told, a write is unknown and followed to its end. Returns how late the latest was told, in ms. */
export async function timeoutsAreHonest({ runs, seed }: Trial): Promise<number> {
  const random = randomFrom(seed)
  let latest = 0
  let told = 0
  const slowRead = createTool({
    name: 'slow_read',
    description: 'Reads for ever.',
    risk: { effects: 'read' },
    run: (_, ctx) =>
      new Promise((_resolve, reject) => {
        const { signal, deadline = 0 } = ctx
        signal.addEventListener('abort', () => {
          told += 1
          latest = Math.max(latest, Date.now() - deadline)
          reject(new Error('told'))
        })
      }),
  }).layer(timeout(5))
  let written = 0
  const slowWrite = createTool({
    name: 'slow_write',
    description: 'Writes on when it is told to stop, as writes do.',
    risk: { effects: 'write' },
    run: (_, { signal }) =>
      new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          setTimeout(() => resolve(++written), random() * 5)
        })
      }),
  }).layer(timeout(5))
  const toolbox = createToolbox([slowRead, slowWrite])

  let reads = 0
  for (let done = 0; done < runs;) {
    const names = Array.from({ length: Math.min(100, runs - done) }, () =>
      random() < 0.5 ? 'slow_read' : 'slow_write',
    )
    const results = await toolbox.execute(names.map((name) => ({ name })))
    for (const [index, result] of results.entries()) {
      const isRead = names[index] === 'slow_read'
      if (isRead) reads += 1
      const expected = isRead ? 'failed' : 'unknown'
      if (result.kind !== expected) throw new Error(`${names[index]} ended as ${result.kind}`)
    }
    done += names.length
  }
  await toolbox.drain()
  if (told !== reads) throw new Error(`${told} of ${reads} reads were told to stop`)
  if (written !== runs - reads)
    throw new Error(`${runs - reads - written} writes were lost sight of`)
  return latest
}

const FUZZED = createTool({
  name: 'fuzzed',
  description: 'Takes a bit of everything.',
  input: z.object({
    text: z.string().max(20),
    n: z.number().int().optional(),
    list: z.array(z.union([z.string(), z.boolean()])).default([]),
    nested: z.object({ a: z.record(z.string(), z.number()) }).optional(),
  }),
  output: z.object({ length: z.number() }),
  risk: { effects: 'read' },
  run: ({ text, list }) => ({ length: text.length + list.length }),
})

/** L7: whatever comes as arguments, one typed result comes back. */
export async function anyArgumentsGetAnAnswer({ runs, seed }: Trial): Promise<void> {
  const toolbox = createToolbox([FUZZED])
  const near = fc.record(
    {
      text: fc.string({ unit: 'binary' }),
      n: fc.double(),
      list: fc.array(fc.anything()),
      nested: fc.anything(),
    },
    { requiredKeys: [] },
  )
  const given = fc.oneof(
    near,
    near.map((value) => safeStringify(value)),
    fc.anything({
      withBigInt: true,
      withDate: true,
      withMap: true,
      withNullPrototype: true,
      withSparseArray: true,
    }),
    fc.string(),
    fc.json(),
  )
  let done = 0
  await fc.assert(
    fc.asyncProperty(given, async (args) => {
      const result = await toolbox.execute({ id: 'f', name: 'fuzzed', arguments: args as string })
      if (result.kind === 'done') done += 1
      return (
        result.callId === 'f' &&
        (result.kind === 'done' ||
          (result.kind === 'failed' && result.error.category === 'validation'))
      )
    }),
    { numRuns: runs, seed },
  )
  if (done === 0) throw new Error('no arguments were ever taken')
}

function safeStringify(value: unknown): string {
  try {
    return JSON.stringify(value) ?? 'undefined'
  } catch {
    return '{'
  }
}
