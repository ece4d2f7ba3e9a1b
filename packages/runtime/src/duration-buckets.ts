/** In seconds, as the GenAI conventions have them. */
export const DURATION_BUCKETS: readonly number[] = Array.from(
  { length: 14 },
  (_, index) => 2 ** index / 100,
)
