export type StorageFailure =
  /** A secret that was changed, moved, or sealed with a key that is not here. */
  | 'unreadable_secret'
  /** The key is missing, malformed, or lies open to others. */
  | 'bad_key'
  /** What is stored is not what this program stores. */
  | 'corrupt'

export class StorageError extends Error {
  override readonly name = 'StorageError'
  readonly code: StorageFailure

  constructor(code: StorageFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
