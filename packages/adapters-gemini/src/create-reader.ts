import { type AnswerDelta, type AnswerFailure, type AnswerReader } from '@armorer/core'
import { readField, readList, readText } from '@armorer/core/adapter'
import { failureOf, isThought, reasonOf, toAnswer } from './read-answer.js'

/** Puts a streamed answer together, chunk by chunk. A chunk holds whole parts; texts that follow each other are one. */
export function createGeminiReader(): AnswerReader {
  const parts: unknown[] = []
  const late = new Set<unknown>()
  let reason: unknown
  let usage: unknown
  let failure: AnswerFailure | undefined

  const take = (part: unknown): readonly AnswerDelta[] => {
    const text = readText(part, 'text')
    const last = parts.at(-1)
    if (text !== undefined && isBareText(part) && isBareText(last) && isSameVoice(part, last)) {
      parts[parts.length - 1] = { ...(last as object), text: `${readText(last, 'text')}${text}` }
    } else parts.push(part)
    if (reason !== undefined) late.add(part)
    if (text === undefined || text === '') return []
    return [{ kind: isThought(part) ? 'reasoning' : 'text', text }]
  }

  return {
    push(event) {
      const [candidate] = readList(event, 'candidates')
      const said = readList(readField(candidate, 'content'), 'parts').flatMap(take)
      reason = reasonOf(event, candidate) ?? reason
      usage = readField(event, 'usageMetadata') ?? usage
      failure ??= failureOf(event)
      return said
    },
    end: () =>
      toAnswer({
        parts,
        reason,
        usage,
        failure,
        findProblem: (part) => (late.has(part) ? 'it came after the end' : undefined),
      }),
  }
}

/** A signature belongs to its own part, and so does anything else beside the text. */
function isBareText(part: unknown): boolean {
  if (typeof part !== 'object' || part === null) return false
  return Object.keys(part).every((key) => key === 'text' || key === 'thought')
}

function isSameVoice(a: unknown, b: unknown): boolean {
  return isThought(a) === isThought(b) && typeof readField(b, 'text') === 'string'
}
