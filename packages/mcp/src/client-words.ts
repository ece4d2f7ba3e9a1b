/** A client by the name that it gives itself. */
export interface ClientName {
  readonly name: string
  readonly version?: string
}

/** Who has said nothing, or nothing that can be read. */
export const UNKNOWN: ClientName = { name: 'unknown' }

const names = new WeakMap<object, ClientName>()

/** Read once: an older client says it once for all its calls. */
export function nameOf(said: object): ClientName {
  const known = names.get(said)
  if (known) return known
  const version = readText(said, 'version')
  const made = {
    name: readText(said, 'name') ?? UNKNOWN.name,
    ...(version !== undefined && { version }),
  }
  names.set(said, made)
  return made
}

/** Whether a client with these capabilities can show its person a form. */
export function showsForms(capabilities: unknown): boolean {
  const elicitation = fieldOf(capabilities, 'elicitation')
  if (typeof elicitation !== 'object' || elicitation === null) return false
  // Until 2025-11-25 there was nothing but forms to declare.
  return 'form' in elicitation || !('url' in elicitation)
}

const MAX_LENGTH = 100

/** It ends up in records and on pages, so it is short and of one line. */
export function readText(said: unknown, field: string, maxLength = MAX_LENGTH): string | undefined {
  const value = fieldOf(said, field)
  if (typeof value !== 'string') return undefined
  return (
    value
      .replaceAll(/\p{C}+/gu, ' ')
      .trim()
      .slice(0, maxLength) || undefined
  )
}

function fieldOf(said: unknown, field: string): unknown {
  return typeof said === 'object' && said !== null ? Reflect.get(said, field) : undefined
}
