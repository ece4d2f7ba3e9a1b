/** What a command may touch of its surroundings. */
export interface Io {
  readonly env: Readonly<Record<string, string | undefined>>
  out(text: string): void
  err(text: string): void
  /** Asks a person. `undefined` where nobody can answer. */
  ask(question: string): Promise<string | undefined>
}
