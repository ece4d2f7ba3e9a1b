import { deny } from '@armorer/core'
import { expect, test } from 'vitest'
import { createContext } from '../../src/create-context.js'
import { approval } from '../../src/layers/approval.js'
import { metrics, type CallMeasure } from '../../src/layers/metrics.js'
import { service } from '../../src/service.js'
import { createFakeClock } from '../../src/testing/fake-clock.js'
import { readTool } from '../small-tools.js'

test('each call is measured: what it was, how it ended, how long it took', async () => {
  const clock = createFakeClock()
  const measures: CallMeasure[] = []
  const layer = metrics((measure) => measures.push(measure), { clock })
  const slow = readTool(() => new Promise((resolve) => void clock.after(30, () => resolve(1))))
  const call = slow.layer(layer)({})
  await clock.advance(30)
  await call
  await readTool(() => Promise.reject(new Error('down')))
    .layer(layer)
    .execute({})
  await readTool(() => 1)
    .layer(approval(() => deny('no')))
    .layer(layer)
    .execute({})
  await service(async () => 1, { name: 'model' })
    .layer(layer)
    .call('x', createContext())
  expect(measures).toEqual([
    { name: 'r', tool: 'default:r', outcome: 'done', category: undefined, ms: 30 },
    { name: 'r', tool: 'default:r', outcome: 'failed', category: 'internal', ms: 0 },
    { name: 'r', tool: 'default:r', outcome: 'denied', category: 'permission', ms: 0 },
    { name: 'model', tool: undefined, outcome: 'done', category: undefined, ms: 0 },
  ])
})

test('whoever records cannot change what came of a call', async () => {
  const tool = readTool(() => 1).layer(
    metrics(() => {
      throw new Error('full')
    }),
  )
  expect(await tool({})).toBe(1)
})
