import { type WriteRequest } from '../x-api/request.js'
import { type Sent } from '../x-api/sent.js'
import { type CreatedPost } from '../x-api/x-write.js'
import { invalidInput, ToolkitError } from './errors.js'
import { type PostRules, toPostRequest } from './write.js'

/** One post of a thread. */
export interface ThreadPart {
  readonly text: string
  readonly mediaIds?: readonly string[]
}

/** Checks every part before the first is posted; the error says which one it is. */
export function checkThread(parts: readonly ThreadPart[], rules: PostRules = {}): void {
  if (parts.length === 0) throw invalidInput('tweets', 'a thread needs at least one post')
  parts.forEach((part, index) => {
    try {
      toPostRequest(part, rules)
    } catch (error) {
      throw error instanceof ToolkitError ? atIndex(error, index) : error
    }
  })
}

/** The request of one part: a post of its own at the head, else a reply to the part before. */
export function toThreadRequest(
  part: ThreadPart,
  previousId: string | undefined,
  rules: PostRules = {},
): WriteRequest {
  return toPostRequest({ ...part, ...(previousId !== undefined && { replyTo: previousId }) }, rules)
}

/**
 * Posts the parts in turn through `post`, which has a permit for each, and stops at the first that is not certainly there.
 * `already` are the parts that stand on X from before: a thread is gone on with, never begun again.
 */
export async function postThread(
  parts: readonly ThreadPart[],
  post: (request: WriteRequest, index: number) => Promise<Sent<CreatedPost>>,
  already: readonly string[] = [],
): Promise<readonly string[]> {
  checkThread(parts)
  const postedIds = [...already]
  for (let index = already.length; index < parts.length; index++) {
    const part = parts[index]
    if (part === undefined) break
    const sent = await post(toThreadRequest(part, postedIds.at(-1)), index)
    if (sent.kind !== 'applied') throw broken(postedIds, parts.length, sent)
    postedIds.push(sent.value.id)
  }
  return postedIds
}

function broken(
  postedIds: readonly string[],
  total: number,
  sent: Exclude<Sent<CreatedPost>, { kind: 'applied' }>,
): ToolkitError {
  const failedIndex = postedIds.length
  const isUnknown = sent.kind === 'unknown'
  const fate = isUnknown ? 'may or may not be there' : 'was not posted'
  const message = `post ${failedIndex + 1} of ${total} ${fate}: ${sent.message}`
  return new ToolkitError(
    {
      code: 'thread_partial_failure',
      postedIds,
      failedIndex,
      total,
      unknown: isUnknown,
    },
    message,
  )
}

function atIndex({ failure, message }: ToolkitError, index: number): ToolkitError {
  const said = `post ${index + 1}: ${message}`
  if (failure.code === 'tweet_too_long') return new ToolkitError({ ...failure, index }, said)
  if (failure.code === 'invalid_input') {
    return new ToolkitError({ ...failure, field: `tweets[${index}]` }, said)
  }
  return new ToolkitError(failure, said)
}
