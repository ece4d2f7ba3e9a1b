/** What is on its way in a process, so that it can end in order. */
export interface Watch {
  /** Acts and is waited for, or answers otherwise when the end has begun. Every call comes by here: it adds no promise to wait for. */
  during<Value, Refusal>(act: () => Promise<Value>, refuse: () => Refusal): Promise<Value | Refusal>
  /** How much that is. */
  count(): number
  onClose(act: () => Promise<void>): void
  /** Lets nothing more begin, and waits for what has begun, for a while. */
  close(): Promise<void>
}

export function createWatch(waitMs: number): Watch {
  let underWay = 0
  const ended: Array<() => void> = []
  const atClose = new Set<() => Promise<void>>()
  let closing = false
  const leave = () => {
    underWay -= 1
    if (underWay === 0) for (const tell of ended.splice(0)) tell()
  }
  return {
    during(act, refuse) {
      if (closing) return Promise.resolve(refuse())
      underWay += 1
      const acting = act()
      void acting.then(leave, leave)
      return acting
    },
    count: () => underWay,
    onClose: (act) => atClose.add(act),
    async close() {
      closing = true
      const all = [...atClose].map((act) => act())
      if (underWay > 0) all.push(new Promise((resolve) => ended.push(resolve)))
      let timer: NodeJS.Timeout | undefined
      const tooLong = new Promise((resolve) => {
        timer = setTimeout(resolve, waitMs)
      })
      await Promise.race([Promise.allSettled(all), tooLong])
      clearTimeout(timer)
    },
  }
}
