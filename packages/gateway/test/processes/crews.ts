import { type Fleet } from '../harness/fleet.js'
import { type Order } from '../harness/fleet-orders.js'
import { FLEET_TIMES } from '../harness/fleet-times.js'
import { expectOnce } from './verdict.js'

/** Whose posts, in which database. Each trial has an account of its own, since all share one far side. */
export interface Place {
  readonly far: string
  readonly path: string
  readonly account: string
  readonly memory?: Order['memory']
}

const { settle, readGap } = FLEET_TIMES

/** By then everything that was left behind must be settled, even on a machine that is busy. */
export const SETTLED_MS = 20 * (settle + readGap)

let places = 0

/** A fresh database, and an account that nobody has used. */
export async function createPlace(fleet: Fleet, memory?: Order['memory']): Promise<Place> {
  const path = await fleet.databases.create()
  return { far: fleet.far, path, account: `account-${++places}`, memory }
}

/** How many points a process passes on its way through an order. */
export async function countPoints(fleet: Fleet, order: Order): Promise<number> {
  const worker = fleet.start({ ...order, labels: true })
  await worker.ended
  return worker.lines.filter((line) => typeof line === 'object' && line !== null && 'point' in line)
    .length
}

/** Another process settles what was left behind, and then the caller asks again for each. */
export async function recover(fleet: Fleet, place: Place, texts: readonly string[]): Promise<void> {
  const order = { kind: 'recover', texts, untilMs: SETTLED_MS, ...place } as const
  await fleet.start(order).ended
  await expectOnce(fleet, { ...place, texts })
}

export function range(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index)
}
