import { type ToolRisk } from '@armorer/core'
import { type CallFacts, type Principal, type ToolResult } from '@armorer/runtime'
import { mayHoldOutput, type Readers } from './readers.js'
import { withheld } from './withheld.js'

/** Where nobody says who asks, all who ask are one. */
const ANYONE: Principal = { kind: 'agent', id: 'unknown' }

/** Whoever cannot be looked up counts as one who has read. Told at once where the readers tell it at once. */
export function labelsOf(
  readers: Readers,
  { principal = ANYONE, labels: known = [] }: CallFacts,
): readonly string[] | Promise<readonly string[]> {
  const label = (hasRead: boolean) =>
    hasRead && !known.includes('untrusted') ? [...known, 'untrusted'] : known
  try {
    const hasRead = readers.hasRead(principal)
    if (typeof hasRead === 'boolean') return label(hasRead)
    return hasRead.then(label, () => label(true))
  } catch {
    return label(true)
  }
}

/** What cannot be noted is not handed over. */
export async function markRead(
  readers: Readers,
  { principal = ANYONE }: CallFacts,
  { result, risk }: { readonly result: ToolResult; readonly risk: ToolRisk },
): Promise<ToolResult> {
  if (!mayHoldOutput(result)) return result
  try {
    await readers.markRead(principal)
    return result
  } catch (cause) {
    const message = 'what was read is held back, because it could not be noted who reads it'
    return withheld(result, risk, {
      category: 'transient',
      code: 'mcp.reader_not_noted',
      message,
      cause,
    })
  }
}
