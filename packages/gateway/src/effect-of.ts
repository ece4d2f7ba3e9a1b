import { canonicalJson, stop, type JsonValue, type ToolDefinition } from '@armorer/core'
import { type AnyTool, type LostCall, type ToolResult } from '@armorer/runtime'
import { copyOf } from './canonical.js'
import {
  effect,
  type Effect,
  type EffectClass,
  type EffectSpec,
  type Look,
  type Sent,
  type Slot,
  type UndoRequest,
} from './effect.js'
import { operation } from './operation.js'
import { spendPermit } from './permit.js'
import { through } from './through.js'

/** What a tool does not say of itself. */
export interface EffectOfOptions {
  readonly class?: Exclude<EffectClass, 'local'> | undefined
  /** For policies that speak of kinds of changes. */
  readonly category?: string | undefined
  /** What names the thing that was made, so that two intents are never taken for the same. */
  readonly externalId?: ((output: unknown) => string | undefined) | undefined
  readonly slot?: (input: JsonValue) => Slot
  readonly identity?: (input: JsonValue) => JsonValue
  readonly cost?: (input: JsonValue) => Readonly<Record<string, number>>
  /** How to take it back, as a request of its own. A tool's companion of that name would take it back ungated. */
  readonly undo?: (output: unknown, input: JsonValue) => UndoRequest | undefined
}

/** How a gate is called among a tool's layers. */
export const GATE = 'gated'

/** The operation that a tool carries out: what its metadata call `operation`, or its own id. */
export function operationOf({ metadata, id }: ToolDefinition): string {
  const said = metadata?.['operation']
  return typeof said === 'string' ? said : id
}

/**
 * The effect of a tool: its handler is the send, and its companions preview and look. What it throws leaves the outcome unknown,
 * unless it says that nothing was done: a tool error of the category validation, permission, not_found or conflict,
 * or a connection that was never made.
 */
export function effectOf(tool: AnyTool, options: EffectOfOptions = {}): Effect {
  const { definition, companions } = tool
  const { externalId, class: kind = 'create', ...rest } = options
  if (tool.stack().includes(GATE)) {
    throw new TypeError(
      `${definition.id}: take the effect of the tool before the gate is put around it`,
    )
  }
  const approved = new WeakMap<object, unknown>()
  // The gate has decided: a tool that may not run without one may run now, with what was decided about.
  const decided = tool.layer((inner) =>
    through(inner, 'permitted', (input, ctx) => {
      const { permit } = ctx.facts
      const args = typeof permit === 'object' && permit !== null && approved.get(permit)
      return isSame(input, args) ? inner.call(input, ctx) : Promise.reject(remade(definition))
    }),
  )

  const spec: EffectSpec = {
    operation: operation({
      name: operationOf(definition),
      input: definition.input,
      ...(definition.output && { output: definition.output }),
    }),
    class: kind,
    tool: definition.id,
    tags: definition.tags,
    risk: definition.risk,
    encode: (args) => ({ tool: definition.id, args }),
    async send(permit, request, { handler, account, principal, labels, signal }) {
      spendPermit(permit, request)
      if (handler) return applied(await handler(permit), externalId)
      const { args } = request as { readonly args: unknown }
      const facts = { permit, account, principal, labels, signal }
      approved.set(permit, args)
      return toSent(await decided.execute({ arguments: JSON.stringify(args) }, facts), externalId)
    },
    ...(companions.preview && {
      preview: (args) => tool.consult('preview', args) as Promise<JsonValue>,
    }),
    ...(companions.reconcile && { reconcile: reconcileBy(tool) }),
    ...(rest as Identifying),
  }
  return effect(spec)
}

/** Their parameters are what the tool's schema has let through. */
type Identifying = Partial<Pick<EffectSpec, 'slot' | 'identity' | 'cost' | 'undo'>>

function reconcileBy(tool: AnyTool): NonNullable<EffectSpec['reconcile']> {
  return ({ args, account, isBound }, { from, until }) => {
    const lost: LostCall = { from, until, isBound }
    // Whether it is a look at all is checked by whoever asked for it.
    return tool.consult('reconcile', args, { account, lost }) as Promise<Look>
  }
}

function isSame(input: unknown, args: unknown): boolean {
  return canonicalJson(copyOf(input)) === canonicalJson(args)
}

/** The arguments are checked again on the way in, and a schema may make something else of what it made before. */
function remade({ id }: ToolDefinition) {
  const message = `${id}: its schema changes arguments that it has made itself, so what was approved cannot be run`
  return stop({ kind: 'denied' }, message, { code: 'gateway.not_approved' })
}

/** What a call of a tool says about the world. */
function toSent(result: ToolResult, externalId: EffectOfOptions['externalId']): Sent {
  switch (result.kind) {
    case 'done':
    case 'duplicate':
      return applied(result.value, externalId)
    case 'denied':
    case 'pending':
    case 'dry_run':
    case 'cancelled':
      return { kind: 'not_sent', message: result.error.message }
    case 'in_progress':
    case 'unknown':
      return { kind: 'unknown', message: result.error.message }
    case 'failed':
      throw result.error
  }
}

function applied(value: unknown, externalId: EffectOfOptions['externalId']): Sent {
  return { kind: 'applied', value, externalId: externalId?.(value) }
}
