import { type Loss } from '../serialization/loss.js'
import { type SerializedToolDefinition } from '../serialization/serialize-tool.js'

/** What a definition says to a model beside its input, as far as the provider lets it. */
export function sayDescription(
  definition: SerializedToolDefinition,
  provider: string,
  takes: { readonly maxLength?: number; readonly examples?: boolean } = {},
): { readonly description: string; readonly losses: readonly Loss[] } {
  const { maxLength = Infinity, examples = false } = takes
  const losses: Loss[] = []
  const lose = (path: string, reason: string) =>
    losses.push({ path, feature: path, reason: `${provider} ${reason}` })

  const { description, output, inputExamples = [] } = definition
  const isTooLong = description.length > maxLength
  if (isTooLong) lose('description', `takes ${maxLength} characters, so its end is cut off`)
  if (output) lose('output', 'is not told what comes back')
  if (inputExamples.length > 0 && !examples) lose('inputExamples', 'takes no examples of input')
  return { description: isTooLong ? cut(description, maxLength) : description, losses }
}

/** Never in the middle of a surrogate pair. */
function cut(text: string, maxLength: number): string {
  return `${text.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '')}…`
}
