import { isDeepStrictEqual } from 'node:util'

/** Asks once for as long as it is asked the same: a script may be run several times, and is to be told the same each time. */
export function rememberLast<Input extends readonly unknown[], Output>(
  ask: (...input: Input) => Output,
): (...input: Input) => Output {
  let last: { readonly input: Input; readonly output: Output } | undefined
  return (...input) => {
    if (!last || !isDeepStrictEqual(last.input, input)) last = { input, output: ask(...input) }
    return last.output
  }
}
