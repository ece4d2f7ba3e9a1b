import { type AnswerReader, type Codec, type ModelAnswer } from '@armorer/core'
import { type ToolExport, type ToolSource } from '@armorer/core/adapter'
import { chatCodec } from '../chat/chat-codec.js'
import { joinInstruction, joinSystem, joinTools } from './join-settings.js'
import { type ModelFormat } from './model-format.js'

/** As much of `@armorer/adapters-openai` as a model needs. */
export interface OpenAIAdapter {
  toOpenAITools(source: ToolSource): ToolExport<unknown>
  readOpenAIAnswer(body: unknown): ModelAnswer
  createOpenAIReader(): AnswerReader
}

/** Chat Completions, of OpenAI and of every host that speaks its format: `chatFormat(await import('@armorer/adapters-openai'))`. */
export function chatFormat(adapter: OpenAIAdapter): ModelFormat {
  return {
    codec: chatCodec,
    history: 'messages',
    liftsSystem: false,
    joinsOutputs: false,
    toTools: (source) => adapter.toOpenAITools(source),
    toFields: ({ settings, tools, isStream }) => ({
      ...settings,
      ...joinTools(settings, tools),
      ...(isStream && { stream: true, stream_options: { include_usage: true } }),
    }),
    toPath: () => '/chat/completions',
    toHeaders: (apiKey) => (apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` }),
    readAnswer: adapter.readOpenAIAnswer,
    createReader: adapter.createOpenAIReader,
  }
}

/** As much of `@armorer/adapters-anthropic` as a model needs. */
export interface AnthropicAdapter {
  readonly anthropicCodec: Codec
  toAnthropicTools(source: ToolSource): ToolExport<unknown>
  readAnthropicAnswer(body: unknown): ModelAnswer
  createAnthropicReader(): AnswerReader
}

/** The Messages API of Anthropic. */
export function anthropicFormat(adapter: AnthropicAdapter): ModelFormat {
  return {
    codec: adapter.anthropicCodec,
    history: 'messages',
    liftsSystem: true,
    joinsOutputs: true,
    toTools: (source) => adapter.toAnthropicTools(source),
    toFields: ({ settings, tools, system, isStream }) => ({
      // Without a limit the API answers nothing.
      max_tokens: 4096,
      ...settings,
      ...joinSystem(settings, system),
      ...joinTools(settings, tools),
      ...(isStream && { stream: true }),
    }),
    toPath: () => '/v1/messages',
    toHeaders: (apiKey) => ({
      'anthropic-version': '2023-06-01',
      ...(apiKey !== undefined && { 'x-api-key': apiKey }),
    }),
    readAnswer: adapter.readAnthropicAnswer,
    createReader: adapter.createAnthropicReader,
  }
}

/** As much of `@armorer/adapters-gemini` as a model needs. */
export interface GeminiAdapter {
  readonly geminiCodec: Codec
  toGeminiTools(source: ToolSource): ToolExport<unknown>
  readGeminiAnswer(body: unknown): ModelAnswer
  createGeminiReader(): AnswerReader
}

/** `generateContent` of Gemini. The setting `model` says which. */
export function geminiFormat(adapter: GeminiAdapter): ModelFormat {
  return {
    codec: adapter.geminiCodec,
    history: 'contents',
    liftsSystem: true,
    joinsOutputs: true,
    toTools: (source) => adapter.toGeminiTools(source),
    toFields({ settings: { model: _model, ...settings }, tools, system }) {
      return {
        ...settings,
        ...joinInstruction(settings, system),
        ...joinTools(settings, tools),
      }
    },
    toPath({ model }, isStream) {
      const name = encodeURIComponent(typeof model === 'string' ? model : '')
      const verb = isStream ? 'streamGenerateContent?alt=sse' : 'generateContent'
      return `/v1beta/models/${name}:${verb}`
    },
    toHeaders: (apiKey) => (apiKey === undefined ? {} : { 'x-goog-api-key': apiKey }),
    readAnswer: adapter.readGeminiAnswer,
    createReader: adapter.createGeminiReader,
  }
}
