import { type StandardSchema } from '../../src/schema.js'

/** One feature of a schema library: what it loses, and values that show whether the report is true. */
export interface Feature {
  readonly name: string
  /** Of the field `v` of an object. */
  readonly schema: StandardSchema
  /** What is lost, without the path of the field: `refinement`, or `[].transform` for one of its elements. */
  readonly losses: readonly string[]
  /**
   * Values of the field. Where nothing is lost, validator and JSON Schema must agree on all of them;
   * where something is, one of them must give it away.
   */
  readonly samples: readonly unknown[]
  /** The loss shows in no JSON value: it is about types, or about what the program does later. */
  readonly unseen?: true
}
