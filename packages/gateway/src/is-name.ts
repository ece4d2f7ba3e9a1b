/** Control characters, and halves of characters. */
const UNFIT = /[\p{Cc}\p{Surrogate}]/u
const LONGEST = 200

export function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= LONGEST && !UNFIT.test(value)
}

/** `*` is the chain of what concerns everyone. */
export function isAccount(value: unknown): value is string {
  return isName(value) && value !== '*'
}
