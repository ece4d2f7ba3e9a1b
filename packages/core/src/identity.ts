import { createToolError, type ToolError } from './errors.js'
import { hasLoneSurrogate } from './json.js'

/** `namespace:name@version`, each part escaped by `encodeURIComponent`; the version may be absent. */
export type ToolId = `${string}:${string}`

export interface ToolIdentity<Name extends string = string> {
  /** `default` where it is left out. */
  readonly namespace?: string
  readonly name: Name
  readonly version?: string
}

export interface NormalizedIdentity<Name extends string = string> {
  readonly namespace: string
  readonly name: Name
  readonly version?: string
}

export const DEFAULT_NAMESPACE = 'default'

const MAX_PART_LENGTH = 256

// A client that keeps tools by name in a plain object would write to its prototype.
const RESERVED = new Set(['__proto__', 'constructor', 'prototype'])

/** Fills in the namespace and refuses what could not be told apart again as an id. */
export function normalizeIdentity<Name extends string>(
  identity: ToolIdentity<Name>,
): NormalizedIdentity<Name> {
  const { namespace = DEFAULT_NAMESPACE, name, version } = identity
  checkPart('name', name, identity)
  checkPart('namespace', namespace, identity)
  if (version === undefined) return { namespace, name }
  checkPart('version', version, identity)
  return { namespace, name, version }
}

export function formatToolId(identity: ToolIdentity): ToolId {
  const { namespace, name, version } = normalizeIdentity(identity)
  const tail = version === undefined ? '' : `@${encodeURIComponent(version)}`
  return `${encodeURIComponent(namespace)}:${encodeURIComponent(name)}${tail}`
}

/** The identity behind an id. A bare `name` or `name@version` is one of the default namespace. */
export function parseToolId(id: string): NormalizedIdentity {
  const match = /^(?:([^:@]*):)?([^:@]*)(?:@([^:@]*))?$/.exec(id)
  if (!match)
    throw invalidId(id, 'it must read namespace:name@version, with : and @ escaped elsewhere')
  const [namespace, name, version] = match.slice(1).map((part) => decodePart(id, part))
  return normalizeIdentity({
    ...(namespace !== undefined && { namespace }),
    name: name ?? '',
    ...(version !== undefined && { version }),
  })
}

function decodePart(id: string, part: string | undefined): string | undefined {
  if (part === undefined) return undefined
  try {
    return decodeURIComponent(part)
  } catch (cause) {
    throw invalidId(id, `${JSON.stringify(part)} is not escaped as encodeURIComponent does`, cause)
  }
}

function checkPart(part: string, value: unknown, identity: ToolIdentity): void {
  const problem = problemWith(value)
  if (problem === undefined) return
  const shown = [identity.namespace, identity.name]
    .map((text) => String(text).slice(0, 80))
    .join(':')
  throw createToolError({
    category: 'validation',
    code: 'toolbox.invalid_identity',
    message: `tool ${shown}: ${part} ${problem}`,
    details: { path: `identity.${part}` },
  })
}

function problemWith(value: unknown): string | undefined {
  if (typeof value !== 'string') return `must be a string, not ${typeof value}`
  if (value === '') return 'must not be empty'
  if (value.length > MAX_PART_LENGTH) return `must be at most ${MAX_PART_LENGTH} characters long`
  if (RESERVED.has(value)) return `must not be ${value}`
  if (hasLoneSurrogate(value)) return 'must not hold a lone surrogate'
  return undefined
}

function invalidId(id: string, problem: string, cause?: unknown): ToolError {
  return createToolError({
    category: 'validation',
    code: 'toolbox.invalid_id',
    message: `${JSON.stringify(id.slice(0, 200))} is not a tool id: ${problem}`,
    cause,
  })
}
