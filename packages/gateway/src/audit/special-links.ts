import { type JsonObject, type JsonValue } from '@armorer/core'
import { type AuditEvent, type AuditHead } from '../audit.js'

/** What a checkpoint says: the ends of all chains at one moment. */
export function checkpointPayload(heads: readonly AuditHead[]) {
  return { heads: heads.map(({ account, seq, hash }) => ({ account, seq, hash })) }
}

/** The heads of which a checkpoint speaks. */
export function headsOf({ payload }: AuditEvent): readonly AuditHead[] {
  return listOf(payload, 'heads').flatMap((head) => {
    if (!isObject(head)) return []
    const { account, seq, hash } = head
    const isHead =
      typeof account === 'string' && typeof seq === 'number' && typeof hash === 'string'
    return isHead ? [{ account, seq, hash }] : []
  })
}

/** The intents of which an erasure speaks. */
export function erasedIntents({ payload }: AuditEvent): readonly string[] {
  return listOf(payload, 'intents').filter((intent) => typeof intent === 'string')
}

function listOf(payload: JsonValue | undefined, name: string): readonly JsonValue[] {
  const list = isObject(payload) ? payload[name] : undefined
  return Array.isArray(list) ? list : []
}

function isObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
