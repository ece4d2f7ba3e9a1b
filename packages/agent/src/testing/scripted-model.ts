import { type JsonObject, type StopReason, type Usage } from '@armorer/core'
import { service, type Stack } from '@armorer/runtime'
import { rawMessagesToRunItems } from '../chat/chat-codec.js'
import { type AskedCall, type ModelReply, type ModelRequest } from '../model/model-service.js'

/** An answer as a test writes it: a text, calls, an error that the provider gives, or a function of the request. */
export type ScriptedAnswer =
  | string
  | Error
  | ScriptedCalls
  | ((request: ModelRequest) => string | ScriptedCalls | Promise<string | ScriptedCalls>)

export interface ScriptedCalls {
  readonly text?: string
  readonly calls?: ReadonlyArray<{
    readonly id?: string
    readonly name: string
    /** A value, or JSON text as a model would write it. */
    readonly arguments?: JsonObject | string
  }>
  readonly stop?: StopReason
  readonly usage?: Usage
}

/** A model that gives these answers in turn, as a chat completion would have them, and then fails. */
export function scriptedModel(
  ...answers: readonly ScriptedAnswer[]
): Stack<ModelRequest, ModelReply, 'read'> {
  let next = 0
  return service(
    async (request: ModelRequest) => {
      const at = next++
      const answer = answers[at]
      if (answer === undefined) throw new Error('the script is over')
      if (answer instanceof Error) throw answer
      const said = typeof answer === 'function' ? await answer(request) : answer
      return toReply(typeof said === 'string' ? { text: said } : said, at)
    },
    { effects: 'read', name: 'scripted' },
  )
}

/** A reply made of what a test wrote. */
export function toReply({ text, calls = [], stop, usage }: ScriptedCalls, at: number): ModelReply {
  const asked = calls.map(({ id, name, arguments: given = {} }, index): AskedCall => ({
    id: id ?? `call_${at}_${index}`,
    name,
    tool: name,
    arguments: typeof given === 'string' ? given : JSON.stringify(given),
  }))
  const message = {
    role: 'assistant',
    content: text ?? null,
    ...(asked.length > 0 && {
      tool_calls: asked.map((call) => ({
        id: call.id,
        type: 'function',
        function: { name: call.name, arguments: call.arguments },
      })),
    }),
  }
  return {
    items: rawMessagesToRunItems([message]),
    calls: asked,
    stop: stop ?? (asked.length > 0 ? 'calls' : 'done'),
    ...(usage && { usage }),
  }
}
