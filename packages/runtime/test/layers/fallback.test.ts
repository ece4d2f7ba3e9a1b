import { allow, createToolError, stop } from '@armorer/core'
import { expect, test } from 'vitest'
import { createContext } from '../../src/create-context.js'
import { approval } from '../../src/layers/approval.js'
import { fallback } from '../../src/layers/fallback.js'
import { service } from '../../src/service.js'
import { script } from '../../src/testing/script.js'

const down = createToolError({ category: 'transient', code: 'toolbox.down', message: '503' })
const spare = () => service(async () => 'spare', { effects: 'read', name: 'spare' })

test('when the first fails the other is asked', async () => {
  const stack = script<string>([down, 'first']).layer(fallback(spare()))
  expect(await stack.call('x', createContext())).toBe('spare')
  expect(await stack.call('x', createContext())).toBe('first')
  expect(stack.stack()).toEqual(['fallback(spare)', 'script'])
})

test.each([
  createToolError({ category: 'validation', code: 'toolbox.wrong', message: '400' }),
  createToolError({ category: 'permission', code: 'toolbox.forbidden', message: '403' }),
  stop({ kind: 'denied' }, 'no'),
  stop({ kind: 'pending', asks: [] }, 'wait'),
  stop({ kind: 'unknown' }, 'perhaps'),
])('what is no failure of the service is asked of nobody else: %s', async (error) => {
  const stack = script<string>([error]).layer(fallback(spare(), { when: undefined as never }))
  await expect(stack.call('x', createContext())).rejects.toBe(error)
})

test('a decision stands, whatever `when` says; and a `when` that fails says no', async () => {
  const denied = stop({ kind: 'denied' }, 'no')
  const eager = script<string>([denied, down]).layer(fallback(spare(), { when: () => true }))
  await expect(eager.call('x', createContext())).rejects.toBe(denied)
  expect(await eager.call('x', createContext())).toBe('spare')
  const broken = script<string>([down]).layer(
    fallback(spare(), {
      when: () => {
        throw new Error('boom')
      },
    }),
  )
  await expect(broken.call('x', createContext())).rejects.toBe(down)
})

test('nobody is asked for a caller who has gone', async () => {
  const ctx = createContext()
  const stack = script<string>([
    () => {
      ctx.cancel('enough')
      throw down
    },
  ]).layer(fallback(spare()))
  await expect(stack.call('x', ctx)).rejects.toBe(down)
})

test('the other may do no more than the first, and neither may be a plain write', () => {
  const read = service(async () => 'r', { effects: 'read' })
  const set = service(async () => 's', { effects: 'idempotent' })
  const write = service(async () => 'w')
  set.layer(fallback(read))
  set.layer(fallback(set))
  // @ts-expect-error it changes something where the first only reads
  expect(() => read.layer(fallback(set))).toThrow('may do more')
  // @ts-expect-error it writes
  expect(() => write.layer(fallback(read))).toThrow('must not run twice')
  // @ts-expect-error the other writes
  expect(() => set.layer(fallback(write))).toThrow('may do more')
})

test('the other may not be decided on by itself: who keeps its answers would keep the decision', () => {
  const decided = spare().layer(approval(() => allow))
  const first = script<string>([down])
  expect(() => first.layer(fallback(decided))).toThrow('put it inside what decides')
})
