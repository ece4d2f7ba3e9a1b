import { type SchemaDirection, type StandardSchema } from '../../schema.js'
import { type Loss } from '../loss.js'

/** What is known of one schema library. It reads schemas by their structure, and imports nothing of the library. */
export interface Probe {
  /** Options with which the library gives the nearest JSON Schema where there is no exact one. */
  options(): Record<string, unknown>
  /** Throws a `ToolError` where nothing comes near: a symbol, a function. */
  findLosses(schema: StandardSchema, direction: SchemaDirection, path: string): readonly Loss[]
}
