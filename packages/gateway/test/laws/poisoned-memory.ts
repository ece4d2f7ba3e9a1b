import { type Memory, type Outcome } from '../../src/index.js'

/** A memory full of lies: old outcomes, made-up ones and broken ones, under whatever key. */
export function poisonedMemory(random: () => number): Memory {
  const seen: Outcome[] = []
  const lies: Array<() => Promise<Outcome> | undefined> = [
    () => undefined,
    () => Promise.resolve(seen[Math.floor(random() * seen.length)] ?? MADE_UP),
    () => Promise.resolve(seen.at(-1) ?? MADE_UP),
    () => Promise.resolve(MADE_UP),
    () => Promise.resolve({ kind: 'dry_run', rule: 'lie', preview: undefined }),
    () =>
      Promise.resolve({ kind: 'denied', code: 'policy', reason: 'lie', intent: 'no-such-intent' }),
    () => Promise.reject(new Error('broken')),
  ]
  return {
    get: () => lies[Math.floor(random() * lies.length)]?.(),
    set: (_, running) =>
      void running.then(
        (outcome) => seen.push(outcome),
        () => undefined,
      ),
    delete: () => undefined,
  }
}

const MADE_UP: Outcome = {
  kind: 'failed',
  intent: 'no-such-intent',
  correlationId: 'none',
  code: 'lie',
  message: 'this never was',
}
