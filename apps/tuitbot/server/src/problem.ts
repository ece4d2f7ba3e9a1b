import { type ContentfulStatusCode } from 'hono/utils/http-status'

/** Every way in which a request can be refused, and the status that says so. */
const STATUS = {
  bad_request: 400,
  unfit: 400,
  not_logged_in: 401,
  foreign_host: 403,
  foreign_origin: 403,
  refused: 403,
  not_found: 404,
  moved_on: 409,
  changed: 409,
  conflict: 409,
  paused: 409,
  too_soon: 409,
  too_large: 413,
  internal: 500,
  busy: 503,
} as const satisfies Record<string, ContentfulStatusCode>

export type ProblemCode = keyof typeof STATUS

/** What is wrong with a draft, in a word for programs and a sentence for people. */
export interface DraftProblemView {
  readonly code: string
  readonly message: string
}

/** The body of every answer that is not a success. */
export interface ProblemBody {
  readonly error: {
    readonly code: ProblemCode
    readonly message: string
    readonly problems?: readonly DraftProblemView[]
    /** Under which the cause is told to whoever runs the server. */
    readonly id?: string
  }
}

/** A request that is answered with an error, and why. Its message is shown to the person. */
export class Problem extends Error {
  override readonly name = 'Problem'
  readonly code: ProblemCode
  readonly problems: readonly DraftProblemView[] | undefined

  constructor(
    code: ProblemCode,
    message: string,
    options: ErrorOptions & { problems?: readonly DraftProblemView[] } = {},
  ) {
    super(message, options)
    this.code = code
    this.problems = options.problems
  }
}

export function statusOf(code: ProblemCode): ContentfulStatusCode {
  return STATUS[code]
}
