import { createToolError, toToolError, type ToolError, stoppedBy } from '@armorer/core'
import {
  assertRepeatable,
  assertUndecided,
  isStronger,
  wrap,
  type Repeatable,
  type Service,
} from '../service.js'

/** What a service that does this much may stand in for: only what says that it does as much, or more. */
export type StandsInFor<E extends Repeatable> = E extends 'none'
  ? Repeatable
  : E extends 'read'
    ? 'read' | 'idempotent'
    : 'idempotent'

export interface FallbackOptions {
  /** What is worth asking another. By default every failure but those that are the caller's own. */
  readonly when?: (error: ToolError) => boolean
}

/**
 * Asks another service when the first one fails. A decision is no failure: what was denied, must wait, or may have happened is asked
 * of nobody else. The other may do no more than the first, and both go inside what decides.
 */
export function fallback<Req, Res, F extends Repeatable>(
  other: Service<Req, Res, F>,
  { when = isFailure }: FallbackOptions = {},
): <E extends StandsInFor<F>>(inner: Service<Req, Res, E>) => Service<Req, Res, E> {
  return (inner) => {
    const name = `fallback(${other.names.join(' › ')})`
    assertRepeatable(inner, name)
    assertUndecided(inner, name)
    assertUndecided(other, name)
    if (isStronger(other.effects, inner.effects)) throw tooStrong(inner.names, other)
    return wrap(inner, name, (request: Req, ctx) =>
      inner.call(request, ctx).then(undefined, (thrown: unknown) => {
        if (ctx.cancelled || stoppedBy(thrown) || !isWorthIt(when, thrown)) throw thrown
        return other.call(request, ctx)
      }),
    )
  }
}

const OF_THE_CALLER: ReadonlySet<string> = new Set(['validation', 'permission', 'cancelled'])

function isFailure({ category }: ToolError): boolean {
  return !OF_THE_CALLER.has(category)
}

/** Who fails to say has not said that it is. */
function isWorthIt(when: (error: ToolError) => boolean, thrown: unknown): boolean {
  try {
    return when(toToolError(thrown))
  } catch {
    return false
  }
}

function tooStrong(names: readonly string[], other: Service<never, unknown>): ToolError {
  return createToolError({
    category: 'validation',
    code: 'toolbox.invalid_layer',
    message: `${other.names.join(' › ')} may do more than ${names.join(' › ')}, for which it would stand in`,
  })
}
