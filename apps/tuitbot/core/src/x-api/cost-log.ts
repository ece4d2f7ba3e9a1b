import { type Charge } from './prices.js'

/** What one call cost, as far as can be told without X's bill. */
export interface CostRow {
  readonly at: number
  readonly account: string
  readonly endpoint: string
  readonly method: string
  /** 0 where no answer came. */
  readonly status: number
  readonly microUsd: number
  /** The objects among it. Another process may have paid for some of them on the same day. */
  readonly charges: readonly Charge[]
}

/** Keeps what calls cost. It must not fail a call: a row that cannot be kept is the log's own trouble. */
export interface CostLog {
  record(row: CostRow): void
}
