import { expect, test } from 'vitest'
import { embedTools, searchByMeaning } from '../../src/search/embed.js'
import { createSearchIndex } from '../../src/search/search-index.js'
import { defineTool } from '../../src/tool-definition.js'
import { makeWorkplace } from '../fixtures/workplace.js'

const tools = makeWorkplace({ plain: true })

test('meaning finds what shares no word', async () => {
  const embed = async (texts: readonly string[]) =>
    texts.map((text) => [
      /weather|umbrella/i.test(text) ? 1 : 0,
      /money|pay/i.test(text) ? 1 : 0,
      0.1,
    ])
  const index = createSearchIndex(tools)
  const weather = defineTool({ name: 'weather', description: 'The weather in a city.' })
  index.add(weather)
  await embedTools(index, [...tools, weather], embed)

  expect(index.search('do I need an umbrella')).toMatchObject({ kind: 'none' })
  const result = await searchByMeaning(index, 'do I need an umbrella', embed)
  expect(result).toMatchObject({ kind: 'found' })
  expect(result.kind === 'found' && result.hits[0]?.tool.id).toBe('default:weather')
})

test('title or name, description and examples are embedded', async () => {
  const seen: string[] = []
  const embed = async (texts: readonly string[]) => {
    seen.push(...texts)
    return texts.map(() => [1])
  }
  const some = [
    defineTool({ name: 'one', title: 'Uno', description: 'First.', examples: ['do one', 'do 1'] }),
    defineTool({ name: 'two', description: 'Second.' }),
  ]
  await embedTools(createSearchIndex(some), some, embed)
  expect(seen).toEqual(['Uno\nFirst.\ndo one\ndo 1', 'two\nSecond.'])
})

test('an embedding that gives too few vectors is refused', async () => {
  await expect(embedTools(createSearchIndex(tools), tools, async () => [])).rejects.toThrow(
    '0 vectors for 108 tools',
  )
})
