import { createContext, Script } from 'node:vm'

/** Something that was done in time, or given up. */
export type Timed<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'late' }

/** Does something, and gives it up after so many milliseconds. Nothing else ends a regular expression that has lost its way. */
export function createTimeLimit(ms: number): <Value>(work: () => Value) => Timed<Value> {
  const context = createContext({ work: () => {} })
  const script = new Script('work()')
  return <Value>(work: () => Value): Timed<Value> => {
    let done: Timed<Value> = { kind: 'late' }
    context['work'] = () => {
      done = { kind: 'done', value: work() }
    }
    try {
      script.runInContext(context, { timeout: ms })
    } catch (error) {
      if (!isLate(error)) throw error
    }
    return done
  }
}

function isLate(error: unknown): boolean {
  // Not by its class: it may come from another realm.
  return Reflect.get(Object(error), 'code') === 'ERR_SCRIPT_EXECUTION_TIMEOUT'
}
