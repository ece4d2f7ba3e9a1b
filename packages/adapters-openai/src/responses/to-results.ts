import {
  mediaUrl,
  showOutcomes,
  textOfParts,
  type CallOutcome,
  type ReceivedCalls,
  type ResultExport,
  type ShownPart,
  type ShowOptions,
} from '@armorer/core/adapter'
import { type FunctionCallOutput, type ResponsesContentPart } from './wire.js'

/** One item for every call of an answer, in their order. */
export function toResponsesResults(
  received: ReceivedCalls,
  outcomes: readonly CallOutcome[],
  options?: ShowOptions,
): ResultExport<FunctionCallOutput> {
  const messages = showOutcomes(received, outcomes, options).map(
    ({ call, parts }): FunctionCallOutput => ({
      type: 'function_call_output',
      call_id: call.id,
      output: textOfParts(parts) ?? parts.map(toContentPart),
    }),
  )
  return { messages, losses: [] }
}

function toContentPart(part: ShownPart): ResponsesContentPart {
  switch (part.kind) {
    case 'text':
      return { type: 'input_text', text: part.text }
    case 'json':
      return { type: 'input_text', text: JSON.stringify(part.value) }
    case 'media':
      if (part.mediaType === undefined || part.mediaType.startsWith('image/')) {
        return { type: 'input_image', image_url: mediaUrl(part), detail: 'auto' }
      }
      return part.data === undefined
        ? { type: 'input_file', file_url: mediaUrl(part) }
        : { type: 'input_file', filename: 'output', file_data: mediaUrl(part) }
  }
}
