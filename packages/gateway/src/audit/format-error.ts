export type AuditFormatFailure = 'unreadable' | 'wrong_key'

/** Text that is no export, no signed head, or a key that cannot sign one. */
export class AuditFormatError extends Error {
  override readonly name = 'AuditFormatError'
  readonly code: AuditFormatFailure

  constructor(code: AuditFormatFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.code = code
  }
}
