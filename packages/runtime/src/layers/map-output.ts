import { toToolError, stop } from '@armorer/core'
import { wrap, type Effects, type Service } from '../service.js'

/**
 * Changes what comes out. A mapping that fails fails the call, but a write has happened by then: its outcome is `unknown`.
 * What a model is told of a tool's output stays as it is; `postprocess` makes a tool that says what it gives.
 */
export function mapOutput<Res, NewRes>(
  map: (response: Res) => Promise<NewRes> | NewRes,
): <Req, E extends Effects>(inner: Service<Req, Res, E>) => Service<Req, NewRes, E> {
  return <Req, E extends Effects>(inner: Service<Req, Res, E>) =>
    wrap(inner, 'mapOutput', (request: Req, ctx) =>
      inner.call(request, ctx).then((response) => mapped(map, response, inner.effects)),
    )
}

async function mapped<Res, NewRes>(
  map: (response: Res) => Promise<NewRes> | NewRes,
  response: Res,
  effects: Effects,
): Promise<NewRes> {
  try {
    return await map(response)
  } catch (thrown) {
    throw afterwards(thrown, effects)
  }
}

/** What goes wrong after a write is not that the write failed. */
export function afterwards(thrown: unknown, effects: Effects): unknown {
  if (effects === 'none' || effects === 'read') return thrown
  const { code, message } = toToolError(thrown)
  return stop({ kind: 'unknown' }, `it was done, but its output is lost: ${message}`, {
    code,
    cause: thrown,
  })
}
