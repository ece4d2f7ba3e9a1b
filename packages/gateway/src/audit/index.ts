/** Taking the record out. */
export { exportAudit } from './export-audit.js'
export type { AuditSource, ExportOptions } from './export-audit.js'
export { fromJsonl, toJsonl } from './jsonl.js'
export { fromCsv, toCsv } from './csv.js'
export type { TextSource } from './text-lines.js'

/** What was asked for, as it may be shown. */
export { exportIntents } from './export-intents.js'
export type { IntentExportOptions } from './export-intents.js'
export { createRedaction } from './redaction.js'
export type { Redaction } from './redaction.js'
export { redact, REDACT, REDACTED } from './redact.js'

/** Whether it is what was written. */
export { verifyExport } from './verify-export.js'
export type { ExportVerdict, VerifyOptions } from './verify-export.js'
export { isSignedBy, parseSignedHead, signHead } from './signed-head.js'
export type { SignedHead } from './signed-head.js'
export { AuditFormatError } from './format-error.js'
export type { AuditFormatFailure } from './format-error.js'
export type { AuditEvent, AuditHead, AuditKind, AuditLink } from '../audit.js'
