/** Arguments that came as a value, as JSON text; what no text can be made of is a problem of the call. */
export function writeArguments(value: unknown): {
  readonly arguments: string
  readonly problem?: string
} {
  if (value === undefined || value === null) return { arguments: '' }
  try {
    return { arguments: JSON.stringify(value) }
  } catch {
    return { arguments: '', problem: 'its arguments cannot be written as JSON' }
  }
}
