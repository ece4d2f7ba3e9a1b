import { expect, expectTypeOf, test } from 'vitest'
import { mapOutput } from '../../src/layers/map-output.js'
import { double } from '../small-tools.js'
import { writeTool } from '../small-tools.js'

test('what comes out is what the mapping makes of it', async () => {
  const said = double.layer(mapOutput((n) => `it is ${n}`)).layer(mapOutput(async (text) => [text]))
  expectTypeOf(said).returns.resolves.toEqualTypeOf<string[]>()
  expect(await said({ n: 2 })).toEqual(['it is 4'])
})

test('a mapping that fails fails a read, and leaves a write in doubt', async () => {
  const boom = mapOutput(() => {
    throw new Error('no map')
  })
  await expect(double.layer(boom)({ n: 1 })).rejects.toThrow('no map')
  const written = await writeTool(() => 'done')
    .layer(boom)
    .execute({})
  expect(written).toMatchObject({ kind: 'unknown', error: { retryable: false } })
})
