import { isStandardSchema, isToolError, stoppedBy, type SchemaResult } from '@armorer/core'
import { toCanonical, type Canonical } from './canonical.js'
import { type EffectSpec, type SendCall, type Sent } from './effect.js'
import { isSpent, PermitError, type Permit } from './permit.js'
import { messageOf } from './thrown.js'

export interface Delivery {
  readonly effect: EffectSpec
  readonly permit: Permit
  readonly request: unknown
  readonly call: Omit<SendCall, 'signal'>
  readonly timeoutMs: number
}

/**
 * Sends once, and says what is certain about it. It never throws. A promise cannot be stopped in JavaScript: one that takes too long
 * is told so and left alone, and what it did is unknown.
 */
export function deliver(delivery: Delivery): Promise<Sent> {
  const { call, timeoutMs } = delivery
  const waiting = new Waiting(call)
  return new Promise((resolve) => {
    const timer = setTimeout(() => {
      resolve(unknown(`no answer within ${timeoutMs} ms`))
      waiting.giveUp()
    }, timeoutMs)
    void send(delivery, waiting).then((sent) => {
      clearTimeout(timer)
      resolve(sent)
    })
  })
}

/** What a send is told of its intent, and of whoever waits for it. A signal costs as much as a query, so it is made when it is asked for. */
class Waiting implements SendCall {
  readonly intent: string
  readonly correlationId: string
  readonly account: string
  readonly principal: SendCall['principal']
  readonly labels: readonly string[]
  readonly handler: SendCall['handler']
  readonly step: SendCall['step']
  #controller: AbortController | undefined
  #isOver = false

  constructor(call: Delivery['call']) {
    this.intent = call.intent
    this.correlationId = call.correlationId
    this.account = call.account
    this.principal = call.principal
    this.labels = call.labels
    this.handler = call.handler
    this.step = call.step
  }

  get signal(): AbortSignal {
    this.#controller ??= new AbortController()
    if (this.#isOver) this.giveUp()
    return this.#controller.signal
  }

  giveUp(): void {
    this.#isOver = true
    this.#controller?.abort(new DOMException('the gateway waits no longer', 'TimeoutError'))
  }
}

async function send({ effect, permit, request }: Delivery, waiting: SendCall): Promise<Sent> {
  try {
    const sent = await effect.send(permit, request, waiting)
    const checking = checked(effect, sent)
    return checking instanceof Promise ? await checking : checking
  } catch (error) {
    return judgeSafely(error, permit)
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
      return { kind: 'partial', message: sent.message, evidence: toKept(sent.evidence)?.value }
    case 'duplicate':
    case 'not_sent':
    case 'unknown':
      return sent
    default:
      return unknown('the send gave no outcome')
  }
}

function withOutput(
  effect: EffectSpec,
  { value, externalId }: Extract<Sent, { readonly kind: 'applied' }>,
): Sent | Promise<Sent> {
  const { name, output } = effect.operation
  if (!isStandardSchema(output)) return { kind: 'applied', value, externalId }
  // A check that breaks knows as little about the far side as one that says no.
  const refuse = () => unknown(`the answer is not what ${name} gives`)
  const take = (result: SchemaResult<unknown>): Sent =>
    result.issues ? refuse() : { kind: 'applied', value: result.value, externalId }
  try {
    const checking = output['~standard'].validate(value)
    return 'then' in checking ? Promise.resolve(checking).then(take).catch(refuse) : take(checking)
  } catch {
    return refuse()
  }
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
  // Once it is spent, some of it may have left before what failed, so only the send itself can say that it may be tried again.
  if (!isSpent(permit)) {
    const message = messageOf(thrown)
    return { kind: 'not_sent', message, ...(hasNotConnected(thrown) && { retryAfterMs: 0 }) }
  }
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
export function hasNotConnected(thrown: unknown, depth = 0): boolean {
  if (depth > 4 || typeof thrown !== 'object' || thrown === null) return false
  if (NOT_CONNECTED.has(Reflect.get(thrown, 'code'))) return true
  return hasNotConnected(Reflect.get(thrown, 'cause'), depth + 1)
}

function unknown(message: string): Sent {
  return { kind: 'unknown', message }
}

/** What is kept of a value: what JSON says of it, and nothing where it says nothing that could be hashed. */
export function toKept(given: unknown): Canonical | undefined {
  if (given === undefined) return undefined
  try {
    return toCanonical(given)
  } catch {
    return toSaid(given)
  }
}

/** Dates and the like say of themselves what they are in JSON. */
function toSaid(given: unknown): Canonical | undefined {
  try {
    const said = JSON.stringify(given)
    return said === undefined ? undefined : toCanonical(JSON.parse(said))
  } catch {
    return undefined
  }
}
