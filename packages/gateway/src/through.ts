import { type CallContext, type Effects, type Service } from '@armorer/runtime'

/** A service that decides whether the inner one is called. */
export function through<Req, Res, E extends Effects>(
  inner: Service<Req, Res, E>,
  name: string,
  call: (request: Req, ctx: CallContext) => Promise<Res>,
): Service<Req, Res, E> {
  return { effects: inner.effects, names: [name, ...inner.names], decides: true, call }
}
