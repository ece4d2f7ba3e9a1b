const UNITS = [
  ['d', 24 * 60 * 60 * 1_000],
  ['h', 60 * 60 * 1_000],
  ['m', 60 * 1_000],
  ['s', 1_000],
  ['ms', 1],
] as const

/** `90s`, `15m`, `1h`, `1d`, `50ms` in milliseconds; `undefined` for what is none of these. */
export function toMilliseconds(text: string): number | undefined {
  const [, count, unit] = /^([1-9]\d{0,8})(ms|s|m|h|d)$/.exec(text) ?? []
  const known = UNITS.find(([name]) => name === unit)
  return known && Number(count) * known[1]
}

/** The shortest way to write a duration. */
export function showDuration(ms: number): string {
  const [name, length] = UNITS.find(([, unit]) => ms % unit === 0) ?? ['ms', 1]
  return `${ms / length}${name}`
}
