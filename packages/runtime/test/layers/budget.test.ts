import { askApproval, createToolError, allow } from '@armorer/core'
import { expect, test } from 'vitest'
import { createBudget } from '../../src/budget.js'
import { bind } from '../../src/composition/bind.js'
import { createContext } from '../../src/create-context.js'
import { createTool } from '../../src/create-tool.js'
import { approval } from '../../src/layers/approval.js'
import { budget } from '../../src/layers/budget.js'
import { circuitBreaker } from '../../src/layers/circuit-breaker.js'
import { concurrency } from '../../src/layers/concurrency.js'
import { retry } from '../../src/layers/retry.js'
import { service } from '../../src/service.js'
import { createFakeClock } from '../../src/testing/fake-clock.js'
import { deferred } from '../deferred.js'
import { readTool, writeTool } from '../small-tools.js'

test('so many calls and no more, and the rest is denied before it is made', async () => {
  let calls = 0
  const tool = readTool(() => ++calls).layer(budget(createBudget({ calls: 2 })))
  expect(await tool.execute({})).toMatchObject({ kind: 'done' })
  expect(await tool.execute({})).toMatchObject({ kind: 'done' })
  expect(await tool.execute({})).toMatchObject({
    kind: 'denied',
    rule: 'budget',
    error: { code: 'toolbox.budget_exceeded', retryable: false, details: { resource: 'calls' } },
  })
  expect(calls).toBe(2)
})

test('what is set aside counts while a call is under way, and what it came to afterwards', async () => {
  const answer = deferred<number>()
  const money = createBudget({ tokens: 100 })
  const model = service((_: string) => answer.promise).layer(
    budget(money, { reserve: () => ({ tokens: 60 }), settle: (tokens: number) => ({ tokens }) }),
  )
  const first = model.call('x', createContext())
  expect(money.used()).toEqual({ calls: 1, tokens: 60, microUsd: 0 })
  await expect(model.call('y', createContext())).rejects.toMatchObject({
    code: 'toolbox.budget_exceeded',
  })
  answer.resolve(30)
  await first
  expect(money.used()).toEqual({ calls: 1, tokens: 30, microUsd: 0 })
  await model.call('y', createContext())
  expect(money.left()).toEqual({ calls: Infinity, tokens: 40, microUsd: Infinity })
})

test('budgets nest: what is taken within is taken around, all of it or nothing', async () => {
  const run = createBudget({ calls: 3, microUsd: 10 })
  const step = createBudget({ calls: 2 }, { within: run })
  const other = createBudget({}, { within: run })
  const priced = (from: typeof run, microUsd: number) =>
    service(async () => 'ok')
      .layer(budget(from, { reserve: () => ({ microUsd }) }))
      .call('x', createContext())
  await priced(step, 4)
  await priced(other, 4)
  await expect(priced(step, 4)).rejects.toMatchObject({ details: { resource: 'microUsd' } })
  expect(step.used()).toEqual({ calls: 1, tokens: 0, microUsd: 4 })
  expect(run.used()).toEqual({ calls: 2, tokens: 0, microUsd: 8 })
  expect(step.left()).toEqual({ calls: 1, tokens: Infinity, microUsd: 2 })
  await priced(step, 2)
  await expect(priced(other, 0)).rejects.toMatchObject({ details: { resource: 'calls' } })
})

test('a failure costs what was set aside, and what was refused before it began costs nothing', async () => {
  let decision = askApproval('may I?')
  const calls = createBudget({ calls: 10 })
  const tool = readTool(() => Promise.reject(new Error('down')))
    .layer(circuitBreaker({ failures: 1 }))
    .layer(approval(() => decision))
    .layer(budget(calls))
  expect(await tool.execute({})).toMatchObject({ kind: 'pending' })
  expect(calls.used().calls).toBe(0)
  decision = allow
  expect(await tool.execute({})).toMatchObject({ kind: 'failed' })
  expect(calls.used().calls).toBe(1)
  expect(await tool.execute({})).toMatchObject({ error: { code: 'toolbox.circuit_open' } })
  expect(calls.used().calls).toBe(1)
})

test('who leaves before his turn has cost nothing', async () => {
  const calls = createBudget({ calls: 10 })
  const tool = readTool(() => new Promise(() => {}))
    .layer(concurrency(1))
    .layer(budget(calls))
  void tool({})
  const caller = new AbortController()
  const waiting = tool.execute({}, { signal: caller.signal })
  expect(calls.used().calls).toBe(2)
  caller.abort()
  expect(await waiting).toMatchObject({ kind: 'cancelled' })
  await expect.poll(() => calls.used().calls).toBe(1)
})

test('what was refused in a part of a composed tool costs nothing either', async () => {
  let decision = askApproval('may I?')
  const calls = createBudget({ calls: 10 })
  const part = writeTool(() => 1).layer(approval(() => decision))
  const whole = bind(part, {}, { name: 'whole', description: 'The same.' }).layer(budget(calls))
  expect(await whole.execute({})).toMatchObject({ kind: 'pending' })
  expect(calls.used().calls).toBe(0)
  decision = allow
  expect(await whole.execute({})).toMatchObject({ kind: 'done' })
  expect(calls.used().calls).toBe(1)
})

test('a refusal after a try that began gives nothing back', async () => {
  const decisions = [allow, askApproval('once more?')]
  const calls = createBudget({ calls: 10 })
  const passing = createToolError({ category: 'transient', code: 'toolbox.down', message: '503' })
  const tool = readTool(() => Promise.reject(passing))
    .layer(approval(() => decisions.shift() ?? allow))
    .layer(retry({ times: 1, delayMs: () => 0 }))
    .layer(budget(calls))
  expect(await tool.execute({})).toMatchObject({ kind: 'pending' })
  expect(calls.used().calls).toBe(1)
})

test('time runs from the first call, and what is under way when it is up is cut off', async () => {
  const clock = createFakeClock()
  const time = createBudget({ timeMs: 100 }, { clock })
  const read = readTool(() => new Promise(() => {})).layer(budget(time))
  const write = writeTool(() => new Promise(() => {})).layer(budget(time))
  await clock.advance(1_000)
  expect(time.endsAt()).toBeUndefined()
  const calls = [read.execute({}), write.execute({})]
  await clock.advance(99)
  const later = read.execute({})
  await clock.advance(1)
  expect(await calls[0]).toMatchObject({
    kind: 'failed',
    error: { code: 'toolbox.budget_exceeded', category: 'timeout', retryable: false },
  })
  expect(await calls[1]).toMatchObject({ kind: 'unknown' })
  expect(await later).toMatchObject({ kind: 'failed' })
  expect(await read.execute({})).toMatchObject({ kind: 'denied', rule: 'budget' })
})

test('a handler sees how long its budget lasts, around and within', async () => {
  const clock = createFakeClock(500)
  const run = createBudget({ timeMs: 100 }, { clock })
  const step = createBudget({ timeMs: 1_000 }, { clock, within: run })
  const tool = createTool({
    name: 'r',
    description: 'R.',
    risk: { effects: 'read' },
    run: (_, { deadline }) => deadline,
  }).layer(budget(step))
  expect(await tool({})).toBe(600)
})

test('what nobody can put a figure on is not affordable; what nobody can settle cost what was set aside', async () => {
  const money = createBudget({ microUsd: 100 })
  const priced = (reserve: () => { microUsd: number }, settle?: () => { microUsd: number }) =>
    service(async () => 'ok')
      .layer(budget(money, { reserve, ...(settle && { settle }) }))
      .call('x', createContext())
  await expect(priced(() => ({ microUsd: Number.NaN }))).rejects.toMatchObject({
    code: 'toolbox.budget_exceeded',
  })
  await expect(priced(() => ({ microUsd: -1 }))).rejects.toMatchObject({
    code: 'toolbox.budget_exceeded',
  })
  await expect(priced(() => ({ microUsd: undefined as unknown as number }))).rejects.toMatchObject({
    code: 'toolbox.budget_exceeded',
    details: { resource: 'microUsd' },
  })
  await expect(
    priced(() => {
      throw new Error('no price')
    }),
  ).rejects.toThrow('no price')
  expect(money.used().microUsd).toBe(0)
  const strange = [Number.NaN, -5, Infinity]
  for (const microUsd of strange) {
    expect(
      await priced(
        () => ({ microUsd: 10 }),
        () => ({ microUsd }),
      ),
    ).toBe('ok')
  }
  const boom = () => {
    throw new Error('boom')
  }
  expect(await priced(() => ({ microUsd: 10 }), boom)).toBe('ok')
  expect(money.used().microUsd).toBe(40)
})

test('no amount without an end is set aside, and so none can leave the rest without a figure', () => {
  const calls = createBudget({ calls: 1 })
  expect(calls.reserve({ tokens: Infinity })).toMatchObject({ code: 'toolbox.budget_exceeded' })
  expect(calls.used()).toEqual({ calls: 0, tokens: 0, microUsd: 0 })
})

test('a provider that leaves its usage out has not said that it was nothing', async () => {
  const tokens = createBudget({ tokens: 100 })
  const usage: { total?: number } = {}
  const stack = service(async () => usage).layer(
    budget(tokens, {
      reserve: () => ({ tokens: 40 }),
      // What compiles for whoever lets the compiler be less exact about what is optional.
      settle: ({ total }) => ({ tokens: total }) as { tokens: number },
    }),
  )
  await stack.call('x', createContext())
  expect(tokens.used().tokens).toBe(40)
})

test('a budget within another tells time by the same clock', async () => {
  const clock = createFakeClock()
  const run = createBudget({ timeMs: 100 }, { clock })
  const step = createBudget({ calls: 9 }, { within: run })
  expect(step.clock).toBe(clock)
  const call = service(() => new Promise(() => {}), { effects: 'read' })
    .layer(budget(step))
    .call('x', createContext())
  const cutOff = expect(call).rejects.toMatchObject({ code: 'toolbox.budget_exceeded' })
  await clock.advance(100)
  await cutOff
})

test('more than was set aside is counted all the same', async () => {
  const tokens = createBudget({ tokens: 10 })
  const model = service(async () => 25).layer(
    budget(tokens, {
      reserve: () => ({ tokens: 5 }),
      settle: (used: number) => ({ tokens: used }),
    }),
  )
  await model.call('x', createContext())
  expect([tokens.used().tokens, tokens.left().tokens]).toEqual([25, 0])
  await expect(model.call('x', createContext())).rejects.toMatchObject({
    details: { resource: 'tokens' },
  })
})

test('a reservation is settled once', () => {
  const tokens = createBudget({ tokens: 10 })
  const reservation = tokens.reserve({ tokens: 5 })
  if (reservation instanceof Error) throw reservation
  reservation.settle({ tokens: 3 })
  reservation.release()
  reservation.settle({ tokens: 9 })
  expect(tokens.used().tokens).toBe(3)
})

test.each([{ calls: -1 }, { tokens: Number.NaN }, { timeMs: -1 }])(
  'createBudget(%o) is refused',
  (limits) => {
    expect(() => createBudget(limits)).toThrow('a budget takes')
  },
)
