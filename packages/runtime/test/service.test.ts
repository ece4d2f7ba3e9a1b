import { expect, test } from 'vitest'
import { createContext } from '../src/create-context.js'
import { applyPolicy, layerStack } from '../src/layer-stack.js'
import { concurrency } from '../src/layers/concurrency.js'
import { retry } from '../src/layers/retry.js'
import { tap } from '../src/layers/tap.js'
import { timeout } from '../src/layers/timeout.js'
import { service, wrap, type UniformLayer } from '../src/service.js'
import { scriptedTool } from '../src/testing/scripted-tool.js'

const ctx = createContext()

test('the layer added last sees the request first and the response last', async () => {
  const seen: string[] = []
  const stack = service(async (request: string) => `${request}!`, { effects: 'read', name: 'base' })
    .layer(mark('a', seen))
    .layer(mark('b', seen))

  expect(await stack.call('hi', ctx)).toBe('hi!')
  expect(seen).toEqual(['b in', 'a in', 'a out', 'b out'])
  expect(stack.stack()).toEqual(['b', 'a', 'base'])
})

test('layers as one are the same as layers in a chain', () => {
  const base = service(async () => 1, { effects: 'read', name: 'base' })
  const chained = base.layer(timeout(10)).layer(concurrency(2)).layer(tap())
  const together = base.layer(layerStack(timeout(10), concurrency(2), tap()))
  expect(together.stack()).toEqual(chained.stack())
})

test('a layer that configuration leaves out is not there', () => {
  const debug = false
  const stack = service(async () => 1).layer(layerStack(timeout(10), debug && tap(), undefined))
  expect(stack.stack()).toEqual(['timeout', 'service'])
})

test('one policy goes around many tools', () => {
  const tools = applyPolicy(
    [scriptedTool('a', []), scriptedTool('b', [])],
    layerStack(timeout(10), concurrency(1)),
  )
  expect(tools.map((tool) => tool.stack())).toEqual([
    ['concurrency', 'timeout', 'default:a'],
    ['concurrency', 'timeout', 'default:b'],
  ])
})

test('a service that throws at once rejects', async () => {
  const broken = service(() => {
    throw new Error('at once')
  })
  await expect(broken.call(1, ctx)).rejects.toThrow('at once')
})

test('a service that says nothing counts as a write, and cannot be repeated', () => {
  const silent = service(async () => 1)
  expect(silent.effects).toBe('write')
  // @ts-expect-error the compiler says so too
  expect(() => silent.layer(retry())).toThrow('must not run twice')
})

function mark(name: string, seen: string[]): UniformLayer {
  return (inner) =>
    wrap(inner, name, async (request, context) => {
      seen.push(`${name} in`)
      const response = await inner.call(request, context)
      seen.push(`${name} out`)
      return response
    })
}
