/** How much of a law is tried, and where its random numbers begin. */
export interface Trial {
  readonly runs: number
  readonly seed: number
}
