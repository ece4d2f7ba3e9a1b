import { type Loss } from '@armorer/core'
import {
  showOutcomes,
  textOfParts,
  type CallOutcome,
  type ReceivedCalls,
  type ResultExport,
  type ShownPart,
  type ShowOptions,
} from '@armorer/core/adapter'
import { isImageType, type AnthropicResultMessage, type ResultContentBlock } from './wire.js'

/** One message with an answer to every call, in their order; none where nothing was called. */
export function toAnthropicResults(
  received: ReceivedCalls,
  outcomes: readonly CallOutcome[],
  options?: ShowOptions,
): ResultExport<AnthropicResultMessage> {
  const losses: Loss[] = []
  const content = showOutcomes(received, outcomes, options).map((shown, index) => ({
    type: 'tool_result' as const,
    tool_use_id: shown.call.id,
    content:
      textOfParts(shown.parts) ??
      shown.parts.map((part, at) => toBlock(part, `results[${index}].parts[${at}]`, losses)),
    ...(shown.isError && { is_error: true as const }),
  }))
  return { messages: content.length > 0 ? [{ role: 'user', content }] : [], losses }
}

function toBlock(part: ShownPart, path: string, losses: Loss[]): ResultContentBlock {
  if (part.kind === 'text') return { type: 'text', text: part.text }
  if (part.kind === 'json') return { type: 'text', text: JSON.stringify(part.value) }
  const { mediaType, data, url } = part
  const type = mediaType === 'application/pdf' ? 'document' : 'image'
  const isKnown = mediaType === undefined || type === 'document' || isImageType(mediaType)
  if (url !== undefined && isKnown) return { type, source: { type: 'url', url } }
  if (data !== undefined && mediaType === 'application/pdf') {
    return { type: 'document', source: { type: 'base64', media_type: mediaType, data } }
  }
  if (data !== undefined && mediaType !== undefined && isImageType(mediaType)) {
    return { type: 'image', source: { type: 'base64', media_type: mediaType, data } }
  }
  losses.push({ path, feature: 'media', reason: 'Anthropic takes images and PDF from a tool' })
  return { type: 'text', text: `a file of type ${mediaType ?? 'unknown'}, not shown` }
}
