import { type Outcome } from './outcome.js'

/** What runs in this process, and for which requests. */
export const underWay = new Map<Promise<Outcome>, string>()
