import { createAgent } from '@armorer/agent'
import { createToolError } from '@armorer/core'
import { createTool } from '@armorer/runtime'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { offlineModel } from '../../src/assist/offline-model.js'
import { createOfflineProvider } from '../../src/llm/offline-provider.js'

test('a search that failed is told with its reason', async () => {
  const message = 'X could not be reached: ECONNREFUSED'

  const text = await wish(async () => {
    throw createToolError({ category: 'transient', code: 'ECONNREFUSED', message })
  })

  expect(text).toBe(`The search failed: ${message}`)
})

test('a search that found nothing is told as such', async () => {
  expect(await wish(async () => [])).toBe('I found no post to answer.')
})

test('nobody answers themselves', async () => {
  const own = { id: '1', author: 'alice', text: 'On export.', by_you: true, mentions_you: false }

  expect(await wish(async () => [own])).toBe('I found no post to answer.')
})

/** What the assistant says in the end, where this is its search. */
async function wish(search: () => Promise<readonly unknown[]>): Promise<string> {
  const agent = createAgent({
    name: 'assistant',
    model: offlineModel(createOfflineProvider({ seed: 7 }), { productName: 'Lantern' }),
    tools: [
      createTool({
        name: 'search_posts',
        description: 'Searches.',
        input: z.strictObject({ query: z.string() }),
        risk: { effects: 'read' },
        run: search,
      }),
    ],
  })
  return (await agent.run('Answer someone who asked "export"')).text
}
