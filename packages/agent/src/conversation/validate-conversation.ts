import { type MessageItem, type Part, type RunItem } from '@armorer/core'
import { CONVERSATION_DIALECTS, type ConversationDialect } from './dialect.js'
import { type Violation } from './violation.js'

export interface ValidateOptions {
  /** Chat Completions where it is left out. */
  readonly dialect?: ConversationDialect | undefined
  /** Whether calls at the very end may still be open, as in a run that waits. */
  readonly allowOpen?: boolean | undefined
}

/**
 * What a provider would refuse about a history, item by item; nothing where it is sound. Several calls in one answer, and their outputs
 * in any order after it, are sound. Events of a run are not looked at.
 */
export function validateConversation(
  items: readonly RunItem[],
  { dialect = CONVERSATION_DIALECTS.openai, allowOpen = false }: ValidateOptions = {},
): readonly Violation[] {
  const violations: Violation[] = []
  const spoken = new Set<string>()
  let open = new Map<string, boolean>()
  let askedAt = 0

  const closeCalls = () => {
    for (const [callId, isAnswered] of open) {
      if (!isAnswered) violations.push({ code: 'missing_output', at: askedAt, callId })
    }
    open = new Map()
  }

  for (const [at, item] of items.entries()) {
    if (item.kind === 'opaque') violations.push({ code: 'opaque_item', at })
    if (item.kind !== 'message') continue
    const outputs = item.parts.filter((part) => part.kind === 'tool_output')
    for (const { callId } of outputs) {
      const known = open.get(callId)
      if (known === undefined) violations.push({ code: 'unknown_output', at, callId })
      else if (known) violations.push({ code: 'duplicate_output', at, callId })
      else open.set(callId, true)
    }
    if (outputs.length > 0 && outputs.length === item.parts.length) continue
    closeCalls()
    violations.push(...judgeSpeaker(item, at, spoken, dialect))
    spoken.add(voiceOf(item))
    askedAt = at
    open = readCalls(item.parts, at, violations)
  }
  if (!allowOpen) closeCalls()
  if (dialect.needsUser && !spoken.has('user')) {
    violations.push({ code: 'no_user', at: items.length })
  }
  return violations
}

function judgeSpeaker(
  item: MessageItem,
  at: number,
  spoken: ReadonlySet<string>,
  { roles, systemAnywhere, userFirst }: ConversationDialect,
): readonly Violation[] {
  const voice = voiceOf(item)
  const found: Violation[] = []
  if (!roles.has(item.role)) found.push({ code: 'unknown_role', at, role: item.role })
  const isLate = spoken.has('user') || spoken.has('assistant')
  if (voice === 'system' && isLate && !systemAnywhere) found.push({ code: 'late_system', at })
  if (voice === 'assistant' && userFirst && !isLate) found.push({ code: 'assistant_first', at })
  if (voice === 'assistant') return found
  for (const part of item.parts) {
    if (part.kind === 'tool_call') {
      found.push({ code: 'misplaced_call', at, callId: part.callId })
    }
  }
  return found
}

function readCalls(
  parts: readonly Part[],
  at: number,
  violations: Violation[],
): Map<string, boolean> {
  const open = new Map<string, boolean>()
  for (const part of parts) {
    if (part.kind !== 'tool_call') continue
    const { callId } = part
    if (callId === '') violations.push({ code: 'empty_call_id', at })
    if (open.has(callId)) violations.push({ code: 'duplicate_call_id', at, callId })
    open.set(callId, false)
  }
  return open
}

function voiceOf({ role }: MessageItem): string {
  if (role === 'model') return 'assistant'
  return role === 'developer' ? 'system' : role
}
