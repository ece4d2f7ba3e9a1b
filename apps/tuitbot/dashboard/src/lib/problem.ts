import type { DraftProblemView, ProblemBody, ProblemCode } from '@tuitbot/server'
import { DetailedError } from 'hono/client'

/** Why something did not work, in words for the person. */
export interface Problem {
  readonly code: ProblemCode | 'unreachable'
  readonly message: string
  readonly problems: readonly DraftProblemView[]
}

/** Every failure of a request, as the server put it; without an answer there is none. */
export function toProblem(error: unknown): Problem {
  const body = error instanceof DetailedError ? bodyOf(error) : undefined
  if (body) return { problems: [], ...body.error }
  return {
    code: 'unreachable',
    message: 'Tuitbot does not answer. Is it still running in its terminal?',
    problems: [],
  }
}

function bodyOf({ detail }: DetailedError): ProblemBody | undefined {
  const data: unknown = Reflect.get(Object(detail), 'data')
  const error: unknown = Reflect.get(Object(data), 'error')
  // All answers that are no success are made in one place, with this shape.
  return typeof Reflect.get(Object(error), 'message') === 'string'
    ? (data as ProblemBody)
    : undefined
}
