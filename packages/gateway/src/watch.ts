import { type Denial } from './outcome.js'

/** What is on its way in a process, so that it can end in order. */
export interface Watch {
  /** One more begins, unless the end has begun. Whoever was let in says when it is over. */
  begin(): boolean
  end(): void
  /** Acts and is waited for, or answers otherwise when the end has begun. */
  during<Value, Refusal>(act: () => Promise<Value>, refuse: () => Refusal): Promise<Value | Refusal>
  /** How much that is. */
  count(): number
  onClose(act: () => Promise<void>): void
  /** Lets nothing more begin, and waits for what has begun, for a while. */
  close(): Promise<void>
}

/** What whoever comes too late is told. */
export function closing(): Denial {
  return { kind: 'denied', code: 'closing', reason: 'the gateway is shutting down' }
}

export function createWatch(waitMs: number): Watch {
  let underWay = 0
  const ended: Array<() => void> = []
  const atClose = new Set<() => Promise<void>>()
  let closing = false
  const begin = () => {
    if (!closing) underWay += 1
    return !closing
  }
  const end = () => {
    underWay -= 1
    if (underWay === 0) for (const tell of ended.splice(0)) tell()
  }
  return {
    begin,
    end,
    async during(act, refuse) {
      if (!begin()) return refuse()
      try {
        return await act()
      } finally {
        end()
      }
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
