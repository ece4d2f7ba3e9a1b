/** No timer waits longer: it would not wait at all. */
const LONGEST_MS = 2 ** 31 - 1

/** Does something in rounds, with a pause after each; one that fails is followed by the next. Returns how to stop. */
export function againAndAgain(round: () => Promise<void>, everyMs: number): () => Promise<void> {
  if (!(Number.isFinite(everyMs) && everyMs >= 1 && everyMs <= LONGEST_MS)) {
    throw new RangeError(
      `everyMs must be a number of milliseconds from 1 to ${LONGEST_MS}, not ${String(everyMs)}`,
    )
  }
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let wake: () => void = () => undefined
  const rounds = async () => {
    while (!stopped) {
      // The database is busy or gone for a while; what is due stays due.
      await round().catch(() => undefined)
      if (stopped) return
      await new Promise<void>((resolve) => {
        wake = resolve
        timer = setTimeout(resolve, everyMs)
      })
    }
  }
  const running = rounds()
  return async () => {
    stopped = true
    clearTimeout(timer)
    wake()
    await running
  }
}
