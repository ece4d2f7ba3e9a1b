type Awaitable<Value> = Value | Promise<Value>

/** Which forms were answered. A store of one's own makes that hold for several processes, and after a restart. */
export interface UsedForms {
  /** `true` for the first who asks, and for nobody after. It must be one act: never look first and note then. */
  use(id: string, expiresAt: number): Awaitable<boolean>
}

/** Remembers in the process, until a form would have expired anyway. */
export function createUsedForms(now: () => number = Date.now): UsedForms {
  const used = new Map<string, number>()
  let nextSweep = 0
  return {
    use(id, expiresAt) {
      const time = now()
      if (time >= nextSweep) {
        nextSweep = time + SWEEP_MS
        for (const [known, until] of used) if (until <= time) used.delete(known)
      }
      if (used.has(id)) return false
      used.set(id, expiresAt)
      return true
    },
  }
}

const SWEEP_MS = 60_000
