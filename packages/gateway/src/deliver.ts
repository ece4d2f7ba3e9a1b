import {
  canonicalJson,
  isStandardSchema,
  isToolError,
  stoppedBy,
  type JsonValue,
} from '@armorer/core'
import { withoutUndefined } from './canonical.js'
import { type EffectSpec, type SendCall, type Sent } from './effect.js'
import { isSpent, PermitError, type Permit } from './permit.js'
import { messageOf } from './read-request.js'

export interface Delivery {
  readonly effect: EffectSpec
  readonly permit: Permit
  readonly request: unknown
  readonly call: Omit<SendCall, 'signal'>
  readonly timeoutMs: number
}

/** Sends once, and says what is certain about it. It never throws. */
export async function deliver(delivery: Delivery): Promise<Sent> {
  const { effect, permit } = delivery
  try {
    return await checked(effect, await sendInTime(delivery))
  } catch (error) {
    return judgeSafely(error, permit)
  }
}

/** A promise cannot be stopped in JavaScript: one that takes too long is told so and left alone, and what it did is unknown. */
function sendInTime({ effect, permit, request, call, timeoutMs }: Delivery): Promise<Sent> {
  const controller = new AbortController()
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      resolve({ kind: 'unknown', message: `no answer within ${timeoutMs} ms` })
      controller.abort(new DOMException('the gateway waits no longer', 'TimeoutError'))
    }, timeoutMs)
    const how = Object.assign({ signal: controller.signal }, call)
    send(() => effect.send(permit, request, how), timer).then(resolve, reject)
  })
}

/** What it throws is a failure of its promise too. */
async function send(act: () => Promise<Sent>, timer: NodeJS.Timeout): Promise<Sent> {
  try {
    return await act()
  } finally {
    clearTimeout(timer)
  }
}

/** An answer that is not what the operation promises says nothing certain. */
function checked(effect: EffectSpec, sent: Sent): Sent | Promise<Sent> {
  switch (sent?.kind) {
    case 'applied':
      return isName(sent.externalId ?? 'none')
        ? withOutput(effect, sent)
        : unknown('the answer names no id that could be kept')
    case 'refused':
      return isName(sent.code) ? sent : unknown('a refusal came without a code')
    case 'partial':
      return { kind: 'partial', message: sent.message, evidence: toKept(sent.evidence) }
    case 'duplicate':
    case 'not_sent':
    case 'unknown':
      return sent
    default:
      return unknown('the send gave no outcome')
  }
}

async function withOutput(
  effect: EffectSpec,
  sent: Extract<Sent, { readonly kind: 'applied' }>,
): Promise<Sent> {
  const { name, output } = effect.operation
  if (!isStandardSchema(output)) return sent
  try {
    const result = await output['~standard'].validate(sent.value)
    if (!result.issues) return { kind: 'applied', value: result.value, externalId: sent.externalId }
  } catch {
    // A check that breaks knows as little about the far side as one that says no.
  }
  return unknown(`the answer is not what ${name} gives`)
}

export function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** What was thrown can be anything, even something that cannot be looked at. */
function judgeSafely(thrown: unknown, permit: Permit): Sent {
  try {
    return judge(thrown, permit)
  } catch {
    const kind = isSpent(permit) ? 'unknown' : 'not_sent'
    return { kind, message: 'something was thrown that cannot be read' }
  }
}

/** Failures of which it is certain that no request left, or that the far side refused it; the rest is unknown. */
function judge(thrown: unknown, permit: Permit): Sent {
  if (!isSpent(permit)) return { kind: 'not_sent', message: messageOf(thrown) }
  if (thrown instanceof PermitError) return unknown(messageOf(thrown))
  const stopped = stoppedBy(thrown)?.kind
  if (stopped === 'denied' || stopped === 'pending' || stopped === 'cancelled') {
    return { kind: 'not_sent', message: messageOf(thrown) }
  }
  if (stopped) return unknown(messageOf(thrown))
  if (isToolError(thrown) && REFUSALS.has(thrown.category)) {
    const { code, message, retryAfterMs } = thrown
    return { kind: 'refused', code, message, retryAfterMs }
  }
  return hasNotConnected(thrown)
    ? { kind: 'not_sent', message: messageOf(thrown) }
    : unknown(messageOf(thrown))
}

const REFUSALS: ReadonlySet<string> = new Set(['validation', 'permission', 'not_found', 'conflict'])

const NOT_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
])

/** `fetch` hides the reason in the cause of its error. */
function hasNotConnected(thrown: unknown, depth = 0): boolean {
  if (depth > 4 || typeof thrown !== 'object' || thrown === null) return false
  if (NOT_CONNECTED.has(Reflect.get(thrown, 'code'))) return true
  return hasNotConnected(Reflect.get(thrown, 'cause'), depth + 1)
}

function unknown(message: string): Sent {
  return { kind: 'unknown', message }
}

/** What is kept of a value: what JSON says of it, and nothing where it says nothing that could be hashed. */
export function toKept(value: unknown): JsonValue | undefined {
  try {
    const text = JSON.stringify(withoutUndefined(value))
    return text === undefined ? undefined : JSON.parse(canonicalJson(JSON.parse(text)))
  } catch {
    return undefined
  }
}
