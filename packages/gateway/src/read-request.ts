import { messageOf } from './thrown.js'
import {
  canonicalJson,
  digest,
  isStandardSchema,
  type JsonValue,
  type SchemaIssue,
  type SchemaResult,
} from '@armorer/core'
import { contentDigest, frozen, toCanonical, type Canonical } from './canonical.js'
import { type Effect, type EffectSpec, type Slot } from './effect.js'
import { isAccount, isName } from './is-name.js'
import { type Denial } from './outcome.js'
import { problemWithPrincipal } from './principal.js'
import { type GatewayRequest, type Principal, type RunOptions } from './request.js'
import { type NewIntent, type StepOf, type Uses } from './store.js'

/** A request that has been read and checked; nothing has been claimed for it yet. */
export interface ReadRequest {
  readonly effect: Effect
  readonly args: JsonValue
  /** The same as canonical JSON. */
  readonly argsText: string
  readonly content: string
  readonly slot: Slot | undefined
  readonly uses: Uses
}

/** A request as it is now: whoever made it may change it, and ask as often as they like, and it stays the same. */
export function takeDown(given: GatewayRequest): GatewayRequest | Denial {
  try {
    const { operation, args, account, principal, mode, labels } = given
    const { idempotencyKey, allowRepeat, confirmed } = given
    return {
      operation,
      args,
      account,
      principal: { kind: principal.kind, id: principal.id },
      mode,
      labels: Array.isArray(labels) ? [...labels] : labels,
      idempotencyKey,
      allowRepeat,
      confirmed,
    }
  } catch (error) {
    return invalid(`the request cannot be read: ${messageOf(error)}`)
  }
}

type Reading = ReadRequest | Denial

/** Checks a request and works out everything that needs no database. It may refuse; it changes nothing. */
export function readRequest(
  effect: Effect,
  request: GatewayRequest,
  { handler }: RunOptions = {},
): Reading | Promise<Reading> {
  const problem = problemWith(effect, request)
  if (problem !== undefined) return invalid(problem)
  const { account, args } = request
  // A gate stands behind its tool's own check: to check what came of that again could make something else of it.
  return handler ? factsOf(effect, account, args) : readArgs(effect, account, args)
}

/**
 * Arguments as they will be kept: checked by the operation's schema, and nothing that JSON cannot say. At once, wherever the schema
 * knows at once: whoever holds the arguments may change them while one waits.
 */
export function readArgs(
  effect: Effect,
  account: string,
  given: unknown,
): Reading | Promise<Reading> {
  const take = (checked: SchemaResult<unknown>) =>
    checked.issues
      ? invalid(`${effect.operation.name}: ${describe(checked.issues)}`)
      : factsOf(effect, account, checked.value)
  const refuse = (error: unknown) => invalid(`${effect.operation.name}: ${messageOf(error)}`)
  try {
    const checking = validate(effect, given)
    return 'then' in checking ? Promise.resolve(checking).then(take).catch(refuse) : take(checking)
  } catch (error) {
    return refuse(error)
  }
}

/**
 * What follows from arguments that have been checked, now or when they were kept. What will be sent is made from exactly what is
 * kept, so both come from the same text.
 */
export function factsOf(effect: Effect, account: string, checked: unknown): ReadRequest | Denial {
  const { name } = effect.operation
  try {
    const canonical = toCanonical(checked)
    const args = frozen(canonical.value)
    return {
      effect,
      args,
      argsText: canonical.text,
      content: contentDigest(name, account, identityOf(effect, canonical)),
      slot: effect.class === 'local' ? undefined : slotOf(effect, args),
      uses: usesOf(effect, args),
    }
  } catch (error) {
    return invalid(`${name}: ${messageOf(error)}`)
  }
}

/** The row that would be made for it. */
export function toNewIntent(
  { effect, args, argsText, content, slot }: ReadRequest,
  request: GatewayRequest,
  given: Pick<NewIntent, 'id' | 'correlationId'> & { readonly step?: StepOf },
): NewIntent {
  const { id, correlationId, step } = given
  return {
    id,
    correlationId,
    step,
    account: request.account,
    principal: request.principal,
    mode: request.mode ?? 'autopilot',
    operation: effect.operation.name,
    class: effect.class,
    args,
    argsText,
    content,
    clientKey: step ? stepKey(step) : clientKeyOf(request),
    labels: request.labels ?? [],
    slot,
    allowRepeat: request.allowRepeat ?? false,
    confirmed: request.confirmed ?? false,
  }
}

/** A key is one principal's own: two who happen to choose the same mean different things. */
export function toClientKey({ kind, id }: Principal, idempotencyKey: string): string {
  return canonicalJson([kind, id, idempotencyKey])
}

export function clientKeyOf({ principal, idempotencyKey }: GatewayRequest): string | undefined {
  return idempotencyKey === undefined ? undefined : toClientKey(principal, idempotencyKey)
}

/** The key of a step: no principal's own key can be the same. */
function stepKey({ intent, index }: StepOf): string {
  return canonicalJson(['step', intent, index])
}

export function requestHash(request: unknown): string {
  return digest(request)
}

function identityOf(effect: Effect, args: Canonical): Canonical {
  return effect.identity ? toCanonical(effect.identity(args.value)) : args
}

function slotOf(effect: EffectSpec, args: JsonValue): Slot | undefined {
  if (!effect.slot) return undefined
  const { name, value } = effect.slot(args)
  if (name === '') throw new TypeError('a slot needs a name')
  return { name, value: JSON.parse(canonicalJson(value)) }
}

/** What an effect uses up with these arguments. */
export function usesOf(effect: Effect, args: JsonValue): Uses {
  if (!effect.cost) return { [effect.operation.name]: 1 }
  const uses = { [effect.operation.name]: 1, ...effect.cost(args) }
  for (const [dimension, amount] of Object.entries(uses)) {
    if (!Number.isSafeInteger(amount) || amount < 0) {
      throw new RangeError(`what it uses of ${dimension} must be a whole number, not ${amount}`)
    }
  }
  return uses
}

function problemWith(effect: Effect, request: GatewayRequest): string | undefined {
  const { account, principal, idempotencyKey, allowRepeat, labels, mode } = request
  if (!isAccount(account)) return 'account must be a name of 1 to 200 characters'
  const unknown = problemWithPrincipal(principal)
  if (unknown !== undefined) return `principal.${unknown}`
  if (idempotencyKey !== undefined && !isName(idempotencyKey)) {
    return 'idempotencyKey must be a text of 1 to 200 characters'
  }
  if (labels !== undefined && !(Array.isArray(labels) && labels.every(isName))) {
    return 'labels must be names'
  }
  if (mode !== undefined && !isName(mode)) return 'mode must be a name of 1 to 200 characters'
  if (allowRepeat && idempotencyKey === undefined) {
    return 'allowRepeat needs an idempotencyKey, or a retry of the repeat would be a third'
  }
  if (effect.class === 'spend' && idempotencyKey === undefined) {
    return 'a spend needs an idempotencyKey: the run and step it is for'
  }
  return undefined
}

function invalid(reason: string): Denial {
  return { kind: 'denied', code: 'invalid_input', reason }
}

/** A plain JSON Schema checks nothing by itself. A tool whose handler is the send checks by it before anything is done. */
function validate(
  effect: Effect,
  value: unknown,
): SchemaResult<unknown> | Promise<SchemaResult<unknown>> {
  const { input } = effect.operation
  if (isStandardSchema(input)) return input['~standard'].validate(value)
  return 'tool' in effect ? { value } : { issues: [{ message: NOT_CHECKED }] }
}

const NOT_CHECKED =
  'its arguments cannot be checked, since its input is a plain JSON Schema; give the operation a schema that validates, ' +
  'such as one of zod, or make a tool of it and use effectOf(tool)'

function describe(issues: readonly SchemaIssue[]): string {
  return issues
    .slice(0, 5)
    .map(({ path, message }) => [pathOf(path), message].filter(Boolean).join(': '))
    .join('; ')
}

function pathOf(path: SchemaIssue['path']): string {
  const keys = (path ?? []).map((part) => (typeof part === 'object' ? part.key : part))
  return keys.map(String).join('.')
}
