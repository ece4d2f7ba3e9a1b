import { type Intent } from '@armorer/gateway'
import { type Trouble } from '../storage/troubles.js'

/** What fails again and again, though nobody has stopped it. */
export interface Obstacle {
  /** Such as `answering mentions`, or `sending #3`. */
  readonly doing: string
  readonly message: string
  /** Since when, where that is known. */
  readonly since?: number
  /** When it is tried again, where that is known. */
  readonly nextAt?: number
}

/** Of what is done again and again, and of what is approved and has not left. */
export function obstaclesOf(
  troubles: readonly Trouble[],
  approved: readonly Intent[],
): readonly Obstacle[] {
  return [
    ...troubles.map(({ doing, message, since }) => ({ doing, message, since })),
    ...listUnsent(approved),
  ]
}

/** What was approved and could not be sent yet, by what stands against it. */
function listUnsent(approved: readonly Intent[]): readonly Obstacle[] {
  const messages = new Set(approved.flatMap(({ failure }) => failure?.message ?? []))
  return [...messages].map((message) => {
    const unsent = approved.filter(({ failure }) => failure?.message === message)
    const nextAt = Math.min(...unsent.map(({ notBefore = Infinity }) => notBefore))
    const doing = `sending ${unsent.map(({ queueId }) => `#${queueId}`).join(', ')}`
    return { doing, message, ...(Number.isFinite(nextAt) && { nextAt }) }
  })
}
