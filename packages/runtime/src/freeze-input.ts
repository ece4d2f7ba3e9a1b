/** A copy that nobody else holds and nobody can change. What cannot be copied, a function say, is left as it is. */
export function freezeInput(input: unknown): unknown {
  try {
    return freeze(structuredClone(input))
  } catch {
    return input
  }
}

function freeze(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return value
  for (const inner of Object.values(value)) freeze(inner)
  return Object.freeze(value)
}
