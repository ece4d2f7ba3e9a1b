/** What is on its way in a process, so that it can end in order. */
export interface Watch {
  /** Acts and is waited for, or answers otherwise when the end has begun. */
  during<Value, Refusal>(act: () => Promise<Value>, refuse: () => Refusal): Promise<Value | Refusal>
  onClose(act: () => Promise<void>): void
  /** Lets nothing more begin, and waits for what has begun, for a while. */
  close(): Promise<void>
}

export function createWatch(waitMs: number): Watch {
  const underWay = new Set<Promise<unknown>>()
  const atClose = new Set<() => Promise<void>>()
  let closing = false
  return {
    async during(act, refuse) {
      if (closing) return refuse()
      const work = act()
      underWay.add(work)
      try {
        return await work
      } finally {
        underWay.delete(work)
      }
    },
    onClose: (act) => atClose.add(act),
    async close() {
      closing = true
      const all = [...underWay, ...[...atClose].map((act) => act())]
      let timer: NodeJS.Timeout | undefined
      const tooLong = new Promise((resolve) => {
        timer = setTimeout(resolve, waitMs)
      })
      await Promise.race([Promise.allSettled(all), tooLong])
      clearTimeout(timer)
    },
  }
}
