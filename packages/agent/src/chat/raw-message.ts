import { type JsonObject } from '@armorer/core'

/** A message of Chat Completions as it goes over the wire; what it may hold is OpenAI's to say. */
export type RawMessage = JsonObject
