import { type Config } from './config-schema.js'
import { toSnakeCase } from './names.js'

/** The configuration as plain data in the words of the file, fit to be shown: of a secret it says only that there is one. */
export function showConfig(config: Config): Record<string, unknown> {
  const plain: unknown = JSON.parse(JSON.stringify(toSnakeCase(config)))
  // What was an object before is one after.
  return plain as Record<string, unknown>
}
