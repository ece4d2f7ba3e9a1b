import { type Loss } from '@armorer/core'
import {
  mediaUrl,
  showOutcomes,
  textOfParts,
  type CallOutcome,
  type ReceivedCalls,
  type ResultExport,
  type ShownOutcome,
  type ShownPart,
  type ShowOptions,
} from '@armorer/core/adapter'
import { type ChatContentPart, type ChatResultMessage } from './wire.js'

/** One message for every call of an answer, in their order; images follow in a message of their own. */
export function toOpenAIResults(
  received: ReceivedCalls,
  outcomes: readonly CallOutcome[],
  options?: ShowOptions,
): ResultExport<ChatResultMessage> {
  const losses: Loss[] = []
  const images: ChatContentPart[] = []
  const messages = showOutcomes(received, outcomes, options).map(
    (shown, index): ChatResultMessage => {
      const { call, parts } = shown
      const texts = parts.map((part, at): ShownPart => {
        if (part.kind !== 'media') return part
        const image = toImage(part)
        if (image) {
          images.push({ type: 'text', text: `What call ${call.id} of ${call.name} shows:` }, image)
          return { kind: 'text', text: 'an image, in the next message' }
        }
        losses.push(mediaLoss(shown, index, at))
        return { kind: 'text', text: `a file of type ${part.mediaType ?? 'unknown'}, not shown` }
      })
      return { role: 'tool', tool_call_id: call.id, content: textOfParts(texts) ?? '' }
    },
  )
  if (images.length > 0) messages.push({ role: 'user', content: images })
  return { messages, losses }
}

function toImage(part: ShownPart & { kind: 'media' }): ChatContentPart | undefined {
  const isImage = part.mediaType === undefined || part.mediaType.startsWith('image/')
  return isImage ? { type: 'image_url', image_url: { url: mediaUrl(part) } } : undefined
}

function mediaLoss({ call }: ShownOutcome, index: number, at: number): Loss {
  return {
    path: `results[${index}].parts[${at}]`,
    feature: 'media',
    reason: `call ${call.id}: Chat Completions take no such file from a tool`,
  }
}
