import { sha256Hex } from '#sha256'
import { canonicalJson } from './serialization/stable-json.js'

/** SHA-256 of the canonical JSON, in hex: the one hash behind every key, seal and chain of this system. */
export function digest(value: unknown): string {
  return sha256Hex(canonicalJson(value))
}
