import { type JsonValue } from '../json.js'

/** Whether a pattern is one that engines without looking around and without memory take: those of providers are such. */
export function isPlainPattern(pattern: JsonValue): boolean {
  if (typeof pattern !== 'string' || /\(\?[=!<]|\\[1-9k]/.test(pattern)) return false
  try {
    return new RegExp(pattern, 'u').source !== ''
  } catch {
    return false
  }
}
