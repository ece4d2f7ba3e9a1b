import { expect, test } from 'vitest'
import { configSchema } from '../../src/config/config-schema.js'
import { createLlmProvider } from '../../src/llm/create-llm-provider.js'
import { loadGood } from '../config/load.js'

test.each(['offline', 'openai', 'groq', 'ollama', 'compatible'] as const)(
  'the provider %s can be made of what the configuration says',
  (provider) => {
    const toml = `[llm]\nprovider = "${provider}"\napi_key = "k"\nbase_url = "https://llm.example/v1"\nmodel = "m"\n`
    const { llm } = loadGood(toml).config
    const made = createLlmProvider({
      ...llm,
      apiKey: llm.apiKey?.reveal(),
      timeoutMs: llm.timeoutSeconds * 1_000,
    })

    expect(made.name).toBe(provider)
  },
)

test('the configuration knows no other provider', () => {
  const { provider } = configSchema.shape.llm.unwrap().shape
  expect(provider.unwrap().options).toEqual(['offline', 'openai', 'groq', 'ollama', 'compatible'])
})

test('without an address or a model nothing is asked', () => {
  expect(() => createLlmProvider({ provider: 'compatible' })).toThrow('needs llm.base_url')
  expect(() =>
    createLlmProvider({ provider: 'compatible', baseUrl: 'nowhere', model: 'm' }),
  ).toThrow('cannot be read')
})
