import { z } from 'zod'
import { combine, allow, askApproval, serializeToolDefinition, toolTokens } from '@armorer/core'
import { approval, createTool, createToolbox, retry, timeout } from '@armorer/runtime'

const search = createTool({
  identity: 'x:search_tweets@1.0.0',
  description: 'Search posts of the last seven days.',
  input: z.object({ query: z.string().min(1) }),
  risk: { effects: 'read', externalNetwork: true, untrustedOutput: true },
  run: ({ query }) => [`a post about ${query}`],
})
  .layer(timeout(5_000))
  .layer(retry({ times: 2 }))

const post = createTool({
  identity: 'x:post_tweet@1.0.0',
  description: 'Publish one post from the signed-in account.',
  input: z.object({ text: z.string().refine((text) => text.length <= 280) }),
  risk: { effects: 'write', externalNetwork: true, requiresApproval: true },
  run: ({ text }) => ({ posted: text }),
})

say('Two tools, each described once, and what runs when they are called:')
for (const tool of [search, post]) {
  const { effects } = tool.definition.risk
  show(`${tool.stack().join(' › ')}  (${effects}, about ${toolTokens(tool.definition)} tokens)`)
}

const toolbox = createToolbox([search, post])
say('They are found in plain words. What fits nothing finds nothing:')
for (const query of ['search recent psots', 'book a flight to Lisbon']) {
  const result = toolbox.search(query)
  show(`"${query}" → ${result.kind === 'found' ? result.hits[0]?.tool.id : 'none'}`)
}

say('A call gets one result, whatever a model writes:')
const asModelsWrite = ['{"query":"lanterns"}', '{"query":""}', '{"query": lanterns}']
for (const written of asModelsWrite) {
  const result = await toolbox.execute({ name: 'search_tweets', arguments: written })
  show(
    `${written} → ${result.kind}: ${'error' in result ? result.error.message : JSON.stringify('value' in result ? result.value : '')}`,
  )
}

say('Nothing leaves without a decision. Posting needs an approval, so without anyone to give it:')
const gm = { name: 'post_tweet', arguments: { text: 'gm' } } as const
show(describe(await toolbox.execute(gm)))
const asks = post.layer(approval(() => askApproval('it posts in your name', 'posts-need-a-person')))
show(describe(await createToolbox([asks]).execute(gm)))
const approved = post.layer(approval(() => allow))
show(describe(await createToolbox([approved]).execute(gm)))

say('Decisions can be joined, and never weakened:')
show(JSON.stringify(combine(allow, askApproval('it posts in your name'), allow)))

say('A limit written in code cannot be said in JSON Schema. Armorer says that it was lost:')
const { input, serialization } = serializeToolDefinition(post.definition)
show(JSON.stringify(input))
for (const { path, feature, reason } of serialization.losses) {
  show(`lost: ${path}: ${feature} (${reason})`)
}

function describe(result: { kind: string; error?: { message: string } }): string {
  return result.error ? `${result.kind}: ${result.error.message}` : result.kind
}

function say(text: string): void {
  console.log(`\n${text}`)
}

function show(text: string): void {
  console.log(`  ${text}`)
}
