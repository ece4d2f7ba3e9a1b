import { Buffer } from 'node:buffer'
import { refusal } from './refusal.js'

/** Refuses a call whose headers do not say what its arguments say. What counts is always the arguments. */
export function createHeaderGuard(
  findInputSchema: (name: string) => object | undefined,
): (request: Request, message: object) => Response | undefined {
  const known = new Map<string, readonly ParameterHeader[]>()
  return (request, message) => {
    if (fieldOf(message, 'method') !== 'tools/call') return undefined
    const params = fieldOf(message, 'params')
    const name = fieldOf(params, 'name')
    const schema = typeof name === 'string' ? findInputSchema(name) : undefined
    if (typeof name !== 'string' || !schema) return undefined
    const declared = known.get(name) ?? parameterHeadersOf(schema)
    known.set(name, declared)
    return refuseMismatch(declared, fieldOf(params, 'arguments'), request)
  }
}

/** Whether a call could have to bring it. */
export function isParameterHeader(name: string): boolean {
  return name.toLowerCase().startsWith(PREFIX) && /^[\w!#$%&'*+.^`|~-]+$/.test(name)
}

/** A parameter that travels in a header too, so that what lies between can read it without the body. */
interface ParameterHeader {
  readonly header: string
  readonly path: readonly string[]
}

const KEYWORD = 'x-mcp-header'
const PREFIX = 'mcp-param-'
const MOST_NESTED = 16

/** The parameters of a schema that say so. */
function parameterHeadersOf(
  schema: unknown,
  path: readonly string[] = [],
): readonly ParameterHeader[] {
  const properties = fieldOf(schema, 'properties')
  if (typeof properties !== 'object' || properties === null || path.length > MOST_NESTED) return []
  return Object.entries(properties).flatMap(([name, field]) => {
    const header = fieldOf(field, KEYWORD)
    const here = [...path, name]
    const own = typeof header === 'string' ? [{ header: `${PREFIX}${header}`, path: here }] : []
    return [...own, ...parameterHeadersOf(field, here)]
  })
}

function refuseMismatch(
  declared: readonly ParameterHeader[],
  given: unknown,
  { headers }: Request,
): Response | undefined {
  const wrong = declared.find(({ header, path }) => {
    const value = path.reduce(fieldOf, given)
    return value !== undefined && value !== null && !says(headers.get(header), value)
  })
  if (!wrong) return undefined
  const message = `${wrong.header} does not say what ${wrong.path.join('.')} says`
  return refusal(400, message, { code: -32_020 })
}

function says(header: string | null, value: unknown): boolean {
  const text = header === null ? undefined : decode(header.trim())
  if (text === undefined) return false
  if (typeof value !== 'number') return text === String(value)
  return /^-?\d+(?:\.\d+)?$/.test(text) && Number(text) === value
}

/** `=?base64?…?=` stands for a text that a header cannot hold as it is. */
function decode(header: string): string | undefined {
  const encoded = /^=\?base64\?(.*)\?=$/.exec(header)?.[1]
  if (encoded === undefined) return header
  const bytes = Buffer.from(encoded, 'base64')
  if (bytes.toString('base64') !== encoded) return undefined
  const text = bytes.toString('utf8')
  return Buffer.from(text).equals(bytes) ? text : undefined
}

function fieldOf(value: unknown, field: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, field)) return undefined
  return Reflect.get(value, field)
}
