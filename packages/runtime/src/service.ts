import { createToolError } from '@armorer/core'
import { notTaken } from './check-arguments.js'
import { type CallContext } from './context.js'
import { notBegun } from './outcome.js'

/** What a call may do to the world, as a layer sees it; derived from a tool's risk. */
export type Effects = 'none' | 'read' | 'idempotent' | 'write'

/** What may safely run twice. */
export type Repeatable = Exclude<Effects, 'write'>

/** What changes nothing. */
export type Reading = Extract<Effects, 'none' | 'read'>

/** An async function from a request to a response, which says what it may do to the world. It never throws but by its promise. */
export interface Service<Req, Res, E extends Effects = Effects> {
  readonly effects: E
  /** What runs, outermost first. */
  readonly names: readonly string[]
  /** Whether something in it decides if a call may go ahead: an approval, or a gate. */
  readonly decides: boolean
  call(request: Req, ctx: CallContext): Promise<Res>
}

/** Wraps a service in another. */
export type Layer<Req, Res, E extends Effects, OuterReq = Req, OuterRes = Res> = (
  inner: Service<Req, Res, E>,
) => Service<OuterReq, OuterRes, E>

/** Fits every service. */
export type UniformLayer = <Req, Res, E extends Effects>(
  inner: Service<Req, Res, E>,
) => Service<Req, Res, E>

/** Fits only what may safely run twice: reads, and writes that are idempotent. */
export type RepeatingLayer = <Req, Res, E extends Repeatable>(
  inner: Service<Req, Res, E>,
) => Service<Req, Res, E>

/** Fits only what changes nothing: an answer may be kept, shared, or asked for twice at once. */
export type ReadingLayer = <Req, Res, E extends Reading>(
  inner: Service<Req, Res, E>,
) => Service<Req, Res, E>

/** A service that can be wrapped further. */
export interface Stack<Req, Res, E extends Effects = Effects> extends Service<Req, Res, E> {
  /** The layer added last is outermost: it sees the request first and the response last. */
  layer<OuterReq, OuterRes>(
    layer: Layer<Req, Res, E, OuterReq, OuterRes>,
  ): Stack<OuterReq, OuterRes, E>
  /** What runs, outermost first. */
  stack(): readonly string[]
}

/** A service from a function. What it says nothing about counts as a write. */
export function service<Req, Res, E extends Effects = 'write'>(
  call: (request: Req, ctx: CallContext) => Promise<Res> | Res,
  { effects, name = 'service' }: { effects?: E; name?: string } = {},
): Stack<Req, Res, E> {
  return stacked({
    // Without a word about effects, `E` is the default of this function.
    effects: (effects ?? 'write') as E,
    names: [name],
    decides: false,
    call: (request, ctx) =>
      ctx.begin() ? promiseOf(() => call(request, ctx)) : Promise.reject(notBegun(name)),
  })
}

export function layered<Req, Res, E extends Effects>(
  inner: Service<Req, Res, E>,
): Stack<Req, Res, E> {
  return stacked(steady(inner))
}

function stacked<Req, Res, E extends Effects>(inner: Service<Req, Res, E>): Stack<Req, Res, E> {
  return {
    effects: inner.effects,
    names: inner.names,
    decides: inner.decides,
    call: (request, ctx) => inner.call(request, ctx),
    layer: (layer) => stacked(applied(layer, inner)),
    stack: () => inner.names,
  }
}

/** A layer's service: the inner one under a name, with another way to be called. */
export function wrap<Req, Res, E extends Effects, OuterReq = Req, OuterRes = Res>(
  inner: Service<Req, Res, E>,
  name: string,
  call: Service<OuterReq, OuterRes, E>['call'],
): Service<OuterReq, OuterRes, E> {
  return { effects: inner.effects, names: [name, ...inner.names], decides: inner.decides, call }
}

/** Refuses to repeat what may not be repeated, for callers whom the compiler did not stop. */
export function assertRepeatable({ effects, names }: Service<never, unknown>, layer: string): void {
  if (effects !== 'write') return
  throw createToolError({
    category: 'validation',
    code: 'toolbox.not_repeatable',
    message: `${layer} around ${names.join(' › ')}: a write that is not idempotent must not run twice`,
  })
}

/** Refuses to keep or share the answers of what changes something, for callers whom the compiler did not stop. */
export function assertReading({ effects, names }: Service<never, unknown>, layer: string): void {
  if (effects === 'none' || effects === 'read') return
  throw createToolError({
    category: 'validation',
    code: 'toolbox.not_reading',
    message: `${layer} around ${names.join(' › ')}: it is for reads, and this may change something`,
  })
}

/** Refuses to stand between a caller and whoever decides: a decision is made for each call, and a failed one is none. */
export function assertUndecided({ decides, names }: Service<never, unknown>, layer: string): void {
  if (!decides) return
  throw createToolError({
    category: 'validation',
    code: 'toolbox.layer_order',
    message: `${layer} around ${names.join(' › ')}: put it inside what decides, or calls would pass undecided`,
  })
}

const WEAKEST_FIRST: readonly Effects[] = ['none', 'read', 'idempotent', 'write']

/** Whether the one may do what the other may not. */
export function isStronger(one: Effects, other: Effects): boolean {
  return WEAKEST_FIRST.indexOf(one) > WEAKEST_FIRST.indexOf(other)
}

/**
 * A layer put around a service, whoever wrote it. What it makes never throws but by its promise, and owns up to all that the
 * inner one may do, and to who decides there: or a write could pass for a read, and a decision be kept for the next call.
 */
export function applied<Req, Res, E extends Effects, OuterReq, OuterRes>(
  layer: Layer<Req, Res, E, OuterReq, OuterRes>,
  inner: Service<Req, Res, E>,
): Service<OuterReq, OuterRes, E> {
  if (typeof layer !== 'function') throw notTaken('layer()', 'a layer, a function', layer)
  const outer = layer(inner)
  const said = hiddenBy(outer, inner)
  if (said === undefined) return steady(outer)
  throw createToolError({
    category: 'validation',
    code: 'toolbox.invalid_layer',
    message: `a layer around ${inner.names.join(' › ')} says ${said}`,
  })
}

function hiddenBy(
  outer: Service<never, unknown>,
  inner: Service<never, unknown>,
): string | undefined {
  if (isStronger(inner.effects, outer.effects)) {
    return `${outer.effects}, where there is ${inner.effects}`
  }
  return inner.decides && !outer.decides ? 'that nothing decides, where something does' : undefined
}

function steady<Req, Res, E extends Effects>(inner: Service<Req, Res, E>): Service<Req, Res, E> {
  return {
    effects: inner.effects,
    names: inner.names,
    decides: inner.decides,
    call(request, ctx) {
      try {
        const work = inner.call(request, ctx)
        return work instanceof Promise ? work : Promise.resolve(work)
      } catch (error) {
        return Promise.reject(error)
      }
    },
  }
}

/** A promise whatever happens: what is thrown becomes its rejection. */
export function promiseOf<Value>(act: () => Promise<Value> | Value): Promise<Value> {
  try {
    const value = act()
    return value instanceof Promise ? value : Promise.resolve(value)
  } catch (error) {
    return Promise.reject(error)
  }
}
