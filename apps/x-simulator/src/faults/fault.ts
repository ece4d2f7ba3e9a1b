/** Whether a request takes effect before its answer goes wrong. */
export type When = 'before' | 'after'

/** One way for a request to go wrong. */
export type Fault =
  /** The connection is closed, or reset, without an answer. */
  | { readonly kind: 'drop' | 'reset'; readonly when: When }
  /** No answer comes. After `ms` of real time the connection is closed; without it, never. */
  | { readonly kind: 'hang'; readonly when: When; readonly ms?: number }
  /** Another status than the true one; 429 comes with a window that ends in `resetSeconds`. */
  | {
      readonly kind: 'status'
      readonly status: number
      readonly when: When
      readonly shape?: 'problem' | 'legacy' | 'html'
      readonly resetSeconds?: number
    }
  /** The true status with a body that cannot be used. */
  | { readonly kind: 'bad-body'; readonly when: When; readonly body: BadBody }
  /** The true answer, byte by byte over `ms` of real time. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** No answer now, but the request takes effect after `ms` of the simulator's time. */
  | { readonly kind: 'late'; readonly ms: number; readonly answer: 'drop' | 'reset' | 'hang' | 503 }
  /** A read that does not yet see the last `ms`. */
  | { readonly kind: 'lag'; readonly ms: number }

export type BadBody = 'truncated' | 'html' | 'empty' | 'not-json' | 'wrong-shape' | 'not-utf8'

/** Which requests a fault meets. Without `times` it meets one, or with `probability` any number. */
export interface FaultRule {
  readonly method?: string
  /** A path without its query; `*` stands for one segment. */
  readonly path?: string
  /** A username; only requests that act for this account. */
  readonly account?: string
  /** How many fitting requests to let pass first. */
  readonly skip?: number
  readonly times?: number
  readonly probability?: number
  readonly fault: Fault
}
