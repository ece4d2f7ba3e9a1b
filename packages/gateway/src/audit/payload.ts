import { canonicalJson, type JsonValue } from '@armorer/core'

/** A payload as it is kept: the text that was hashed, and what it says. Both are missing where it was erased. */
export interface Payload {
  readonly payload: JsonValue | undefined
  readonly payloadText: string | undefined
}

export const ERASED: Payload = { payload: undefined, payloadText: undefined }

/** What a kept text says. One that is no JSON says nothing, and its hash will show it. */
export function readPayload(payloadText: string): Payload {
  try {
    return { payload: JSON.parse(payloadText), payloadText }
  } catch {
    return { payload: undefined, payloadText }
  }
}

/** The payload whose text this value was written as. */
export function payloadOf(payload: JsonValue): Payload {
  return { payload, payloadText: canonicalJson(payload) }
}

/** Whether a text is what would be written for what it says; only then can an export say it as JSON and lose nothing. */
export function isAsWritten({ payload, payloadText }: Payload): boolean {
  if (payload === undefined) return false
  try {
    return canonicalJson(payload) === payloadText
  } catch {
    return false
  }
}
