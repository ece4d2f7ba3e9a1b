import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RunItem } from '@armorer/core'
import { createGrowingBody } from '../../src/http/growing-body.js'

const HEAD = '{"model":"ä","messages":['

/** Every unit of the last takes three bytes, which is the most that there is. */
const texts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.nat({ max: 12_000 }).map((length) => '€'.repeat(length)),
)

test('however a history grows, its body is the whole request each time', () => {
  fc.assert(
    fc.property(fc.array(fc.array(texts, { maxLength: 3 }), { minLength: 1 }), (steps) => {
      const body = createGrowingBody(HEAD, (items) => items)
      const items: RunItem[] = []
      for (const step of steps) {
        items.push(...step.map(say))
        const written = Buffer.from(body.write(items)).toString('utf8')
        expect(written).toBe(`${HEAD}${items.map((item) => JSON.stringify(item)).join(',')}]}`)
      }
    }),
    { numRuns: 50 },
  )
})

function say(text: string): RunItem {
  return { kind: 'message', role: 'user', parts: [{ kind: 'text', text }] }
}
