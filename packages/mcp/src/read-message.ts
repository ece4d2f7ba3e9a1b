import { type JSONRPCMessage } from '@modelcontextprotocol/server'
import { isMessage } from './is-message.js'
import { isTooDeep, MAX_DEPTH } from './json-depth.js'

/** What is answered to something that is no message. JSON-RPC has `null` stand for an id that nobody could read. */
export interface ProtocolFault {
  readonly jsonrpc: '2.0'
  readonly id: string | number | null
  readonly error: { readonly code: -32700 | -32600; readonly message: string }
}

export type ReadMessage =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  | { readonly kind: 'fault'; readonly fault: ProtocolFault }

/** Reads one line. */
export function readMessage(text: string): ReadMessage {
  const parsed = parse(text)
  if (!parsed) return faulty(-32_700, 'this is not JSON')
  if (isTooDeep(parsed.value)) {
    return faulty(-32_600, `a message may nest ${MAX_DEPTH} deep at most`, idOf(parsed.value))
  }
  if (isMessage(parsed.value)) return { kind: 'message', message: parsed.value }
  return faulty(-32_600, 'this is not a JSON-RPC 2.0 message', idOf(parsed.value))
}

export function faulty(
  code: ProtocolFault['error']['code'],
  message: string,
  id: ProtocolFault['id'] = null,
): Extract<ReadMessage, { kind: 'fault' }> {
  return { kind: 'fault', fault: { jsonrpc: '2.0', id, error: { code, message } } }
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) }
  } catch {
    return undefined
  }
}

function idOf(value: unknown): ProtocolFault['id'] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null
  const id: unknown = Reflect.get(value, 'id')
  return typeof id === 'string' || Number.isSafeInteger(id) ? (id as string | number) : null
}
