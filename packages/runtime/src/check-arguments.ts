/** Every name that there is among these options. */
export type NamesOf<Options> = { readonly [Name in keyof Options]-?: true }

/** Refuses names that nobody reads: a limit that is misspelt would limit nothing, and nobody would hear of it. */
export function checkNames<Options extends object>(
  maker: string,
  options: Options,
  known: NamesOf<Options>,
): void {
  if (!isObject(options)) throw notTaken(maker, 'an object with its options', options)
  const stray = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  if (stray === undefined) return
  throw new TypeError(`${maker} takes no ${stray}; it takes ${Object.keys(known).join(', ')}`)
}

/** Whether it has such a method, for callers whom the compiler did not stop. */
export function hasMethod(value: unknown, name: string): boolean {
  return isObject(value) && typeof Reflect.get(value, name) === 'function'
}

/** What was given is not what this takes. Thrown where it is given, and not at the first call. */
export function notTaken(maker: string, wanted: string, given: unknown): TypeError {
  return new TypeError(`${maker} takes ${wanted}, not ${show(given)}`)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

function show(given: unknown): string {
  if (given === null || given === undefined) return String(given)
  if (Array.isArray(given)) return 'an array'
  return typeof given === 'object' ? 'another object' : `a ${typeof given}`
}
