import { LlmError } from './llm-error.js'
import { type LlmProvider } from './llm-provider.js'
import { createOfflineProvider } from './offline-provider.js'
import {
  createOpenAICompatibleProvider,
  type OpenAICompatibleOptions,
} from './openai-compatible-provider.js'

/** What is known of a provider before anyone sets anything. */
type Preset = Partial<Pick<OpenAICompatibleOptions, 'baseUrl' | 'model' | 'maxTokensField'>>

const PRESETS = {
  openai: {
    baseUrl: 'https://api.openai.com/v1',
    model: 'gpt-4o-mini',
    maxTokensField: 'max_completion_tokens',
  },
  groq: { baseUrl: 'https://api.groq.com/openai/v1', model: 'llama-3.3-70b-versatile' },
  ollama: { baseUrl: 'http://127.0.0.1:11434/v1', model: 'llama3.1' },
  compatible: {},
} as const satisfies Record<string, Preset>

export type LlmProviderName = 'offline' | keyof typeof PRESETS

export interface LlmSettings {
  readonly provider: LlmProviderName
  readonly apiKey?: string | undefined
  readonly model?: string | undefined
  readonly baseUrl?: string | undefined
  readonly timeoutMs?: number | undefined
  /** Of the offline provider: another number gives other words. */
  readonly seed?: number | undefined
  readonly fetch?: typeof fetch | undefined
}

/** The provider that the settings name. */
export function createLlmProvider(settings: LlmSettings): LlmProvider {
  const { provider, seed, ...own } = settings
  if (provider === 'offline') return createOfflineProvider({ seed })
  const preset: Preset = PRESETS[provider]
  return createOpenAICompatibleProvider({
    ...preset,
    ...own,
    name: provider,
    ...endpointOf(settings),
  })
}

/** Where the model of a provider is, and which one it is. */
export function endpointOf({ provider, baseUrl: ownUrl, model: ownModel }: LlmSettings): {
  readonly baseUrl: string
  readonly model: string
} {
  const preset: Preset = provider === 'offline' ? {} : PRESETS[provider]
  const baseUrl = ownUrl ?? preset.baseUrl
  const model = ownModel ?? preset.model
  if (baseUrl === undefined || model === undefined) {
    throw new LlmError('not_configured', `${provider} needs llm.base_url and llm.model`)
  }
  return { baseUrl, model }
}
