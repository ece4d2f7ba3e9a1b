/** Something that is done again and again. */
export interface Job {
  readonly name: string
  /** In words, such as `answering mentions`. */
  readonly doing: string
  readonly everyMs: number
  run(): Promise<void>
}

/** Lets one process at a time do a job: takes the turn, or says that another has it. */
export type TakeTurn = (job: string, forMs: number) => Promise<boolean>

export interface ScheduleOptions {
  readonly takeTurn: TakeTurn
  readonly onFailure: (job: Job, failure: Failure) => void
  readonly onSuccess: (job: Job) => void
}

export interface Failure {
  readonly error: unknown
  /** Not since the last round that went well has one failed in this way. */
  readonly isNew: boolean
}

/** How long a process that has died keeps its turn: a few rounds. */
const TURNS_KEPT = 3

/** Does jobs at their intervals until it is stopped. A round that fails is followed by the next. */
export function startSchedule(
  jobs: readonly Job[],
  { takeTurn, onFailure, onSuccess }: ScheduleOptions,
): () => Promise<void> {
  let stopped = false
  const wakers = new Set<() => void>()

  const rest = (ms: number) =>
    new Promise<void>((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        wakers.delete(wake)
        resolve()
      }
      const timer = setTimeout(wake, ms)
      wakers.add(wake)
    })

  const repeat = async (job: Job) => {
    const known = new Set<string>()
    while (!stopped) {
      try {
        if (await takeTurn(job.name, job.everyMs * TURNS_KEPT)) {
          await job.run()
          known.clear()
          onSuccess(job)
        }
      } catch (error) {
        const kind = kindOf(error)
        onFailure(job, { error, isNew: !known.has(kind) })
        known.add(kind)
      }
      if (!stopped) await rest(job.everyMs)
    }
  }

  const running = jobs.map(repeat)
  return async () => {
    stopped = true
    for (const wake of wakers) wake()
    await Promise.all(running)
  }
}

/** How long is still to wait, or which post it was, makes no other failure. */
function kindOf(error: unknown): string {
  return String(error).replaceAll(/\d+/g, '#')
}
