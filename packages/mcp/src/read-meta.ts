import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { IDEMPOTENCY_KEY } from './idempotency-key.js'

/** The client's own key. One that is none is refused: a client that counts on it must not be left without. */
export function readIdempotencyKey(meta: object | undefined): string | undefined {
  const key: unknown = meta && Reflect.get(meta, IDEMPOTENCY_KEY)
  if (key === undefined) return undefined
  if (typeof key === 'string' && key.length > 0 && key.length <= 200) return key
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    `_meta["${IDEMPOTENCY_KEY}"] must be a text of 1 to 200 characters`,
  )
}
