import { expect, test } from 'vitest'
import * as anthropic from '@armorer/adapters-anthropic'
import * as gemini from '@armorer/adapters-gemini'
import * as openai from '@armorer/adapters-openai'
import { createTool } from '@armorer/runtime'
import { z } from 'zod'
import { type JsonObject } from '@armorer/core'
import { createAgent } from '../../src/agent/create-agent.js'
import { anthropicFormat, chatFormat, geminiFormat } from '../../src/http/formats.js'
import { httpModel } from '../../src/http/http-model.js'
import { type ModelFormat } from '../../src/http/model-format.js'
import { fakeHost } from './fake-host.js'

const look = createTool({
  name: 'look',
  description: 'Looks.',
  input: z.object({}),
  risk: { effects: 'read' },
  run: () => 1,
})
const search = { type: 'web_search_20250305', name: 'web_search' }
const cached = { type: 'text', text: 'Rules.', cache_control: { type: 'ephemeral' } }
const brief = { type: 'text', text: 'Be brief.' }
const rules = { role: 'user', parts: [{ text: 'Rules.' }] }

test.each<[string, ModelFormat, JsonObject, object]>([
  [
    'a text of Anthropic',
    anthropicFormat(anthropic),
    { system: 'Rules.', tools: [search] },
    { system: 'Rules.\n\nBe brief.', tools: [search, { name: 'look' }] },
  ],
  [
    'blocks of Anthropic',
    anthropicFormat(anthropic),
    { system: [cached] },
    { system: [cached, brief], tools: [{ name: 'look' }] },
  ],
  [
    'what Gemini calls an instruction',
    geminiFormat(gemini),
    { systemInstruction: rules, tools: [{ googleSearch: {} }] },
    {
      systemInstruction: { role: 'user', parts: [{ text: 'Rules.' }, { text: 'Be brief.' }] },
      tools: [{ googleSearch: {} }, { functionDeclarations: [{ name: 'look' }] }],
    },
  ],
  [
    'tools of a chat host',
    chatFormat(openai),
    { tools: [search] },
    { tools: [search, { function: { name: 'look' } }] },
  ],
])('%s in the settings are sent, and the agent adds its own', async (_, format, given, sent) => {
  const { run, requests } = await ask(format, given)

  expect(run.stop.kind).toBe('failed')
  expect(requests[0]?.body).toMatchObject(sent)
})

test.each<[ModelFormat, JsonObject]>([
  [anthropicFormat(anthropic), { system: 7 }],
  [geminiFormat(gemini), { systemInstruction: 'Rules.' }],
  [chatFormat(openai), { tools: {} }],
])('a setting to which nothing can be added is refused', async (format, given) => {
  const { run, requests } = await ask(format, given)

  expect(run.stop).toMatchObject({ kind: 'failed', error: { code: 'model.bad_setting' } })
  expect(requests).toEqual([])
})

async function ask(format: ModelFormat, settings: JsonObject) {
  const host = fakeHost({ status: 400, body: 'enough' })
  const run = await createAgent({
    name: 'tester',
    instructions: 'Be brief.',
    tools: [look],
    settings,
    model: httpModel({ format, baseUrl: 'http://host', fetch: host.ask }),
  }).run('go')
  return { run, requests: host.requests }
}
