import { expect, test } from 'vitest'
import { createContext } from '../src/create-context.js'

test('a signal is one and the same, and fires with its context', () => {
  const ctx = createContext()
  const { signal } = ctx
  expect(ctx.signal).toBe(signal)
  ctx.cancel('enough')
  expect(signal.aborted).toBe(true)
  expect(signal.reason).toBe('enough')
})

test('what ends outside ends within, and not the other way', () => {
  const outer = createContext()
  const middle = outer.derive()
  const inner = middle.derive()
  const { signal } = inner

  inner.derive().cancel('only here')
  expect([inner.cancelled, signal.aborted]).toEqual([false, false])
  outer.cancel('all')
  expect([middle.cancelled, inner.cancelled, signal.reason]).toEqual([true, true, 'all'])
})

test('a signal that is read after the end has fired', () => {
  const outer = createContext()
  const inner = outer.derive()
  outer.cancel('late')
  expect(inner.signal.aborted).toBe(true)
  expect(inner.signal.reason).toBe('late')
})

test('the caller’s signal is passed on, also one that has fired before', () => {
  const controller = new AbortController()
  const ctx = createContext({ signal: controller.signal })
  const heard: unknown[] = []
  ctx.derive().onCancel((reason) => heard.push(reason))
  controller.abort('stop')
  expect(heard).toEqual(['stop'])
  expect(createContext({ signal: AbortSignal.abort('before') }).derive().cancelled).toBe(true)
})

test('a context that is released lets go of what is around it', () => {
  const { signal, listeners } = countedSignal()
  const ctx = createContext({ signal })
  const inner = ctx.derive()
  expect(listeners()).toBe(0)
  void inner.signal
  expect(listeners()).toBe(1)
  inner.release()
  ctx.release()
  expect(listeners()).toBe(0)
})

test('an inner deadline only comes earlier', () => {
  const outer = createContext({ deadline: 100 })
  expect([
    outer.derive(50).deadline,
    outer.derive(200).deadline,
    createContext().derive(7).deadline,
  ]).toEqual([50, 100, 7])
})

test('who stops listening hears nothing', () => {
  const ctx = createContext()
  const heard: unknown[] = []
  ctx.onCancel((reason) => heard.push(reason))()
  ctx.cancel('x')
  ctx.cancel('y')
  expect(heard).toEqual([])
})

function countedSignal() {
  const controller = new AbortController()
  let count = 0
  const { signal } = controller
  const { addEventListener, removeEventListener } = signal
  signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
    count += 1
    return addEventListener.apply(signal, args)
  }
  signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
    count -= 1
    return removeEventListener.apply(signal, args)
  }
  return { signal, listeners: () => count }
}

test('a signal that is read after the call is over listens to nobody', () => {
  const { signal, listeners } = countedSignal()
  const ctx = createContext({ signal })
  ctx.release()
  void ctx.signal
  expect(listeners()).toBe(0)
})

test('a listener that fails stops neither the others nor what is within', () => {
  const ctx = createContext()
  const heard: string[] = []
  ctx.onCancel(() => {
    throw new Error('a bad listener')
  })
  ctx.onCancel(() => heard.push('second'))
  ctx.derive().onCancel(() => heard.push('within'))
  ctx.cancel('x')
  expect(heard).toEqual(['second', 'within'])
})

test('a call within another ends with it', () => {
  const outer = createContext()
  const inner = createContext({ within: outer })
  const { signal } = inner
  outer.cancel('all')
  expect([inner.cancelled, signal.reason]).toEqual([true, 'all'])
  expect(createContext({ within: createContext({ deadline: 5 }), deadline: 9 }).deadline).toBe(5)
})

test('a detached context outlives its caller, and knows the same call and more', () => {
  const controller = new AbortController()
  const ctx = createContext({ signal: controller.signal, account: 'alice', deadline: 1 })

  const detached = ctx.detach({ permit: 'one' })
  controller.abort()

  expect(ctx.cancelled).toBe(true)
  expect(detached.cancelled).toBe(false)
  expect(detached.signal.aborted).toBe(false)
  expect(detached.deadline).toBeUndefined()
  expect(detached.facts).toMatchObject({ account: 'alice', permit: 'one' })
})

test('what limits a call does not limit what is called with the facts of a detached one', () => {
  const within = createContext()
  const limits = { signal: new AbortController().signal, deadline: 5, within }
  const { facts } = createContext({ account: 'alice', ...limits }).detach()
  expect(Object.entries(facts).filter(([, value]) => value !== undefined)).toEqual([
    ['account', 'alice'],
  ])
})

test('what begins in a detached context has begun for its caller too', () => {
  const ctx = createContext()
  const release = ctx.holdBack()
  const detached = ctx.derive().detach().detach()
  expect([ctx.begun, ctx.heldBack]).toEqual([false, true])
  detached.begin()
  expect([ctx.begun, ctx.heldBack]).toEqual([true, false])
  release()
})
