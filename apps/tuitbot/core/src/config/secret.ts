const HIDDEN = '(hidden)'

/** A text that shows itself nowhere but to who asks for it by `reveal`: not in JSON, not in a log, not in another text. */
export interface Secret {
  reveal(): string
  toString(): string
  toJSON(): string
}

/** The text is kept in a closure, so that nothing that walks over an object's fields can find it. */
export function createSecret(text: string): Secret {
  const hide = () => HIDDEN
  return Object.freeze({
    reveal: () => text,
    toString: hide,
    toJSON: hide,
    [Symbol.for('nodejs.util.inspect.custom')]: hide,
  })
}

export function isSecret(value: unknown): value is Secret {
  return typeof value === 'object' && value !== null && 'reveal' in value
}
