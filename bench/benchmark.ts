/** Something that can be done many times. */
export interface Subject {
  readonly name: string
  /** What is made once, before anything is measured. */
  open?(): Promise<void>
  /** What is made ready for so many times, and not measured. */
  prepare?(times: number): void
  run(times: number): void | Promise<void>
}

/** Someone else's way to do the same; `undefined` where it is not installed. */
export interface Peer {
  readonly name: string
  /** As a subject's. */
  prepare?(times: number): void
  load(): Promise<Subject['run'] | undefined>
}

/** By what time is told: `wall` where the disk is waited for. */
export type Clock = 'cpu' | 'wall'

/** Ours against the least code that does the job, and against peers, in interleaved rounds. */
export interface Race {
  readonly kind: 'race'
  readonly id: string
  /** The most that ours may cost, as a multiple of the limit. */
  readonly goal: number
  /** CPU if it is not said. */
  readonly clock?: Clock
  readonly limit: Subject
  readonly ours: Subject
  readonly peers: readonly Peer[]
}

/** How often something happens, which is a fact and needs no rounds. */
export interface Tally {
  readonly kind: 'tally'
  readonly id: string
  /** The most that ours may count. */
  readonly goal: number
  readonly of: number
  ours(): number | Promise<number>
  readonly peers: ReadonlyArray<{ readonly name: string; count(): Promise<number | undefined> }>
}

/** A figure that takes more than repeating something, such as how evenly processes share a file. */
export interface Figure {
  readonly kind: 'figure'
  readonly id: string
  /** The most that it may be. */
  readonly goal: number
  /** The figure, and what helps to read it. */
  ours(): Promise<{ readonly value: number; readonly notes: Readonly<Record<string, number>> }>
}

export type Benchmark = Race | Tally | Figure

/** A peer's module, from `bench/node_modules`; `undefined` where it was not installed. */
export async function loadPeer<Module>(name: string): Promise<Module | undefined> {
  try {
    return (await import(name)) as Module
  } catch (error) {
    if (error instanceof Error && Reflect.get(error, 'code') === 'ERR_MODULE_NOT_FOUND')
      return undefined
    throw error
  }
}
