import { type Random } from '../random.js'
import { type Fault, type FaultRule } from './fault.js'

interface Running {
  readonly rule: FaultRule
  skipped: number
  fired: number
}

export interface Subject {
  readonly method: string
  /** Without its query. */
  readonly path: string
  readonly account: string | undefined
}

export type FaultScript = ReturnType<typeof createFaultScript>

/** The faults that are to come. The first rule that fits a request and still has a turn gives its fault. */
export function createFaultScript(random: Random) {
  let running: Running[] = []

  return {
    add(rule: FaultRule): void {
      running.push({ rule, skipped: 0, fired: 0 })
    },
    clear(): void {
      running = []
    },
    list: () => running.map(({ rule, fired }) => ({ rule, fired })),

    next(subject: Subject): Fault | undefined {
      for (const one of running) {
        const { rule } = one
        if (!fits(rule, subject)) continue
        if (one.skipped < (rule.skip ?? 0)) {
          one.skipped++
          continue
        }
        const times = rule.times ?? (rule.probability === undefined ? 1 : Infinity)
        if (one.fired >= times) continue
        if (rule.probability !== undefined && !random.chance(rule.probability)) continue
        one.fired++
        return rule.fault
      }
      return undefined
    },
  }
}

function fits({ method, path, account, fault }: FaultRule, subject: Subject): boolean {
  // A write sees the world as it is; only a read can lag behind.
  if (fault.kind === 'lag' && subject.method !== 'GET') return false
  if (method !== undefined && method.toUpperCase() !== subject.method) return false
  if (account !== undefined && account.toLowerCase() !== subject.account?.toLowerCase())
    return false
  return path === undefined || fitsPath(path, subject.path)
}

function fitsPath(pattern: string, path: string): boolean {
  const wanted = pattern.split('/')
  const given = path.split('/')
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => segment === '*' || segment === given[index])
  )
}
