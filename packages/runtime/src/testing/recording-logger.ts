import { type LogFields, type Logger } from '@armorer/core'

export interface LogLine {
  readonly level: keyof Logger
  readonly message: string
  readonly fields: LogFields
}

export interface RecordingLogger extends Logger {
  readonly lines: readonly LogLine[]
}

/** A logger that keeps what it is told. */
export function createRecordingLogger(): RecordingLogger {
  const lines: LogLine[] = []
  const at =
    (level: keyof Logger) =>
    (message: string, fields: LogFields = {}) => {
      lines.push({ level, message, fields })
    }
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') }
}
