import { createToolError, type JsonObject, type JsonValue } from '@armorer/core'
import { isJsonObject } from '@armorer/core/adapter'

const NOTHING: JsonObject = {}

/** The field `tools`: those that the settings name themselves, such as a provider's own, and after them the agent's. */
export function joinTools(settings: JsonObject, tools: readonly unknown[]): JsonObject {
  if (tools.length === 0) return NOTHING
  const given = settings['tools'] ?? []
  if (!Array.isArray(given)) throw notJoined('tools', 'a list')
  // Adapters make nothing but JSON.
  return { tools: [...given, ...(tools as readonly JsonValue[])] }
}

/** The field `system` of Anthropic: what the settings say, and after it what the run does. */
export function joinSystem(settings: JsonObject, system: readonly string[]): JsonObject {
  if (system.length === 0) return NOTHING
  const text = system.join('\n\n')
  const given = settings['system'] ?? ''
  if (typeof given === 'string') return { system: given === '' ? text : `${given}\n\n${text}` }
  if (!Array.isArray(given)) throw notJoined('system', 'a text or a list of blocks')
  return { system: [...given, { type: 'text', text }] }
}

/** The same for Gemini, in its field `systemInstruction`. */
export function joinInstruction(settings: JsonObject, system: readonly string[]): JsonObject {
  if (system.length === 0) return NOTHING
  const given = settings['systemInstruction'] ?? NOTHING
  const parts = isJsonObject(given) ? (given['parts'] ?? []) : undefined
  if (!isJsonObject(given) || !Array.isArray(parts)) {
    throw notJoined('systemInstruction', 'an object with parts')
  }
  return { systemInstruction: { ...given, parts: [...parts, { text: system.join('\n\n') }] } }
}

function notJoined(field: string, wanted: string) {
  return createToolError({
    category: 'validation',
    code: 'model.bad_setting',
    message: `the setting ${field} is no ${wanted.replace(/^an? /, '')}, so nothing can be added to it; leave it out, or make it ${wanted}`,
  })
}
