/** Something that a schema checks or does and its JSON Schema cannot say. */
export interface Loss {
  /** Where, as a reader of the data would write it: `input.posts[].text`. */
  readonly path: string
  readonly feature: string
  readonly reason: string
}

/** What each feature means to whoever only reads the JSON Schema. */
const REASONS = {
  refinement: 'a check in code, which JSON Schema cannot say',
  custom: 'a type that only code can tell',
  transform: 'code changes the value',
  pipe: 'only the first step is described, and what follows checks again',
  preprocess: 'code changes the value before it is checked, so other values are taken too',
  coercion: 'other types are taken too, and turned into this one',
  catch: 'a wrong value is replaced instead of refused',
  default: 'what stands in for an absent value is not said',
  computed_default: 'the default is computed anew each time, and not said',
  brand: 'the brand is known to the program alone',
  format: 'the format is named, and checked by code alone',
  regex_flags: 'the flags of a regular expression are not said',
  date: 'JSON has no dates: text in ISO 8601 is the nearest',
  bigint: 'JSON has no big integers: an integer is the nearest',
  map: 'JSON has no maps: an array of pairs is the nearest',
  set: 'JSON has no sets: an array is the nearest',
  file: 'JSON carries no files',
  promise: 'JSON carries no promises: what it resolves to is described',
  instance: 'JSON carries no instances of classes',
  undefined: 'JSON has no undefined: null is the nearest',
  literal: 'one of the literal values is not JSON',
  optional_element: 'an element that may be left out is said to be needed',
  array: 'arrays are taken too',
  multiple_of:
    'multiples of such a fraction are told apart by rounding, each library in its own way',
  override: 'metadata says something else than the schema checks',
  example: 'an example that JSON cannot say is left out',
  symbol_key: 'a key that is a symbol is left out',
  key: 'the keys are checked more narrowly than JSON Schema can say',
  tail: 'elements after a rest are not described',
  array_properties: 'an array’s own properties are not described',

  dialect: 'written for another draft of JSON Schema, and read as 2020-12',
  opaque: 'nothing is known of what this schema library leaves out',
} as const

export type LossFeature = keyof typeof REASONS

export function lossOf(path: string, feature: LossFeature): Loss {
  return { path, feature, reason: REASONS[feature] }
}

/** Each once, by path: the order in which a schema’s keys were written must not show. */
export function sortLosses(losses: readonly Loss[]): readonly Loss[] {
  const byText = new Map(losses.map((loss) => [`${loss.path}\n${loss.feature}`, loss]))
  return [...byText].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, loss]) => loss)
}
