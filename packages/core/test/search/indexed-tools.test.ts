import { expect, test } from 'vitest'
import { createIndexedTools } from '../../src/search/indexed-tools.js'
import { defineTool } from '../../src/tool-definition.js'
import { makeWorkplace } from '../fixtures/workplace.js'

const tools = makeWorkplace({ plain: true })

test('tools that are registered again and again take no more room', () => {
  const indexed = createIndexedTools()
  for (let round = 0; round < 20; round++) for (const tool of tools) indexed.add(tool)
  expect(indexed.count()).toBe(tools.length)
  expect(indexed.entries().length).toBeLessThanOrEqual(2 * tools.length + 1)
})

test('words that no tool has any more are forgotten', () => {
  const indexed = createIndexedTools()
  for (let round = 0; round < 1_000; round++) {
    indexed.add(defineTool({ name: 'changing', description: `Word${round}x.` }))
  }
  expect(indexed.words.size()).toBeLessThan(150)
  expect(indexed.words.read('word999x')).toMatchObject([{ means: [{ how: 'exact' }] }])
})

test('a tool that cannot be read leaves the one of the same id in place', () => {
  const indexed = createIndexedTools()
  const tool = defineTool({ name: 'steady', description: 'Steady.' })
  indexed.add(tool)
  const broken = Object.defineProperty({ ...tool }, 'description', {
    get() {
      throw new Error('unreadable')
    },
  })
  expect(() => indexed.add(broken)).toThrow('unreadable')
  expect(indexed.entries()).toMatchObject([{ tool: { id: 'default:steady' } }])
})
