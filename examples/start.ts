import { z } from 'zod'
import {
  allow,
  askApproval,
  combine,
  createRegistry,
  defineTool,
  serializeToolDefinition,
  toolTokens,
} from '@armorer/core'

say('Armorer describes a tool once, as data. Here are two, in a registry:')
const registry = createRegistry()
registry.register(
  defineTool({
    identity: 'x:post_tweet@1.0.0',
    description: 'Publish one post from the signed-in account.',
    input: z.object({ text: z.string().refine((text) => text.length <= 280) }),
    risk: { effects: 'write', externalNetwork: true, requiresApproval: true },
  }),
  { aliases: ['x:tweet'] },
)
registry.register(
  defineTool({
    identity: 'x:search_tweets@1.0.0',
    description: 'Search posts of the last seven days.',
    input: z.object({ query: z.string().min(1) }),
    risk: { effects: 'read', externalNetwork: true, untrustedOutput: true },
  }),
)
for (const tool of registry.list()) {
  show(`${tool.id}  (${tool.risk.effects}, about ${toolTokens(tool)} tokens)`)
}

say('It is found by an alias, a version range, or in plain words. What fits nothing finds nothing:')
for (const wanted of ['x:tweet', 'x:post_tweet@^1']) {
  const resolution = registry.resolve(wanted)
  show(`${wanted} → ${resolution.kind === 'found' ? resolution.tool.id : resolution.message}`)
}
for (const query of ['search recent psots', 'book a flight to Lisbon']) {
  const result = registry.search(query)
  show(`"${query}" → ${result.kind === 'found' ? result.hits[0]?.tool.id : 'none'}`)
}

say('A limit written in code cannot be said in JSON Schema. Armorer says that it was lost:')
const serialized = serializeToolDefinition(registry.get('x:post_tweet@1.0.0'))
show(JSON.stringify(serialized.input))
for (const { path, feature, reason } of serialized.serialization.losses) {
  show(`lost: ${path}: ${feature} (${reason})`)
}

say('Decisions about a call can be joined, and never weakened:')
const decision = combine(allow, askApproval('it posts in your name', 'posts-need-a-person'), allow)
show(JSON.stringify(decision))

function say(text: string): void {
  console.log(`\n${text}`)
}

function show(text: string): void {
  console.log(`  ${text}`)
}
