import { type JsonValue, type Loss } from '@armorer/core'
import {
  showOutcomes,
  textOfParts,
  type CallOutcome,
  type ReceivedCalls,
  type ResultExport,
  type ShownOutcome,
  type ShownPart,
  type ShowOptions,
} from '@armorer/core/adapter'
import { NO_ID } from './read-answer.js'
import { type FunctionResponsePart, type GeminiResultContent, type ResponseMedia } from './wire.js'

/** One turn with an answer to every call, in their order; none where nothing was called. */
export function toGeminiResults(
  received: ReceivedCalls,
  outcomes: readonly CallOutcome[],
  options?: ShowOptions,
): ResultExport<GeminiResultContent> {
  const losses: Loss[] = []
  const parts = showOutcomes(received, outcomes, options).map((shown, index) =>
    toPart(shown, `results[${index}]`, losses),
  )
  return { messages: parts.length > 0 ? [{ role: 'user', parts }] : [], losses }
}

function toPart(
  { call, parts, isError }: ShownOutcome,
  path: string,
  losses: Loss[],
): FunctionResponsePart {
  const media = parts.flatMap((part, index) => toMedia(part, `${path}.parts[${index}]`, losses))
  const said = saidOf(parts.filter(({ kind }) => kind !== 'media'))
  return {
    functionResponse: {
      ...(!call.id.startsWith(NO_ID) && { id: call.id }),
      name: call.name,
      response: isError ? { error: said } : { output: said },
      ...(media.length > 0 && { parts: media }),
    },
  }
}

/** A single value stays one; several are a text. */
function saidOf(parts: readonly ShownPart[]): JsonValue {
  const [only] = parts
  if (parts.length === 1 && only?.kind === 'json') return only.value
  return textOfParts(parts) ?? ''
}

function toMedia(part: ShownPart, path: string, losses: Loss[]): readonly ResponseMedia[] {
  if (part.kind !== 'media') return []
  const { mediaType, data, url } = part
  if (mediaType !== undefined && data !== undefined) {
    return [{ inlineData: { mimeType: mediaType, data } }]
  }
  if (mediaType !== undefined && url !== undefined) {
    return [{ fileData: { fileUri: url, mimeType: mediaType } }]
  }
  losses.push({
    path,
    feature: 'media',
    reason: 'Gemini takes no file of which the type is unknown',
  })
  return []
}
