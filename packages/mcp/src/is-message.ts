import { type JSONRPCMessage } from '@modelcontextprotocol/server'

/** Whether a value is a message of JSON-RPC 2.0 as MCP has them: a request, a notification or an answer, and nothing beside. */
export function isMessage(value: unknown): value is JSONRPCMessage {
  if (!isObject(value) || value['jsonrpc'] !== '2.0') return false
  const { id, method, params, result, error } = value
  if (method !== undefined) {
    const isKnown = hasOnly(value, id === undefined ? NOTIFICATION : REQUEST)
    return (
      isKnown && typeof method === 'string' && (id === undefined || isId(id)) && isParams(params)
    )
  }
  if (result !== undefined) {
    return hasOnly(value, RESULT) && isId(id) && isObject(result) && isLoose(result['_meta'])
  }
  return hasOnly(value, ERROR) && (id === undefined || isId(id)) && isError(error)
}

const NOTIFICATION = new Set(['jsonrpc', 'method', 'params'])
const REQUEST = new Set(['jsonrpc', 'id', 'method', 'params'])
const RESULT = new Set(['jsonrpc', 'id', 'result'])
const ERROR = new Set(['jsonrpc', 'id', 'error'])

const RELATED_TASK = 'io.modelcontextprotocol/related-task'

function isParams(params: unknown): boolean {
  if (params === undefined) return true
  if (!isObject(params)) return false
  const { _meta: meta } = params
  if (meta === undefined) return true
  if (!isObject(meta)) return false
  const { progressToken, [RELATED_TASK]: task } = meta
  if (progressToken !== undefined && !isId(progressToken)) return false
  return task === undefined || (isObject(task) && typeof task['taskId'] === 'string')
}

function isError(error: unknown): boolean {
  if (!isObject(error)) return false
  return Number.isSafeInteger(error['code']) && typeof error['message'] === 'string'
}

function isId(id: unknown): boolean {
  return typeof id === 'string' || Number.isSafeInteger(id)
}

function isLoose(meta: unknown): boolean {
  return meta === undefined || isObject(meta)
}

function hasOnly(value: object, known: ReadonlySet<string>): boolean {
  for (const key in value) if (!known.has(key)) return false
  return true
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
