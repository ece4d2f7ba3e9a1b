/** Something that is done again and again. */
export interface Job {
  readonly name: string
  /** In words, such as `answering mentions`. */
  readonly doing: string
  readonly everyMs: number
  run(): Promise<void>
}

/** Lets one process at a time do a job: takes the turn or keeps it, or says that another has it. */
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
          await runInTurn(job, takeTurn)
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

/** Keeps the turn for as long as the round takes, so that no other process begins one meanwhile. */
async function runInTurn(job: Job, takeTurn: TakeTurn): Promise<void> {
  let isLost = false
  let renewal = Promise.resolve()
  const renew = async () => {
    isLost ||= !(await takeTurn(job.name, job.everyMs * TURNS_KEPT))
  }
  // A database that cannot be written to now is asked again, before the turn runs out.
  const timer = setInterval(() => {
    renewal = renew().catch(() => undefined)
  }, job.everyMs)
  try {
    await job.run()
  } finally {
    clearInterval(timer)
    await renewal
  }
  if (isLost) throw new Error('a round took so long that another process has begun one as well')
}

/** How long is still to wait, or which post it was, makes no other failure. */
function kindOf(error: unknown): string {
  return String(error).replaceAll(/\d+/g, '#')
}
