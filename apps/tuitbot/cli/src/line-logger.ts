import { redact } from '@tuitbot/core'
import { type ServeTuitbotOptions } from '@tuitbot/mcp'

type Logger = NonNullable<ServeTuitbotOptions['logger']>

/** Writes a line for each thing that is told: when, what, why, and where in the code. Secrets are left out. */
export function createLineLogger(write: (line: string) => void): Logger {
  const log =
    (level: string): Logger['error'] =>
    (message, fields = {}) => {
      const why = Object.values(fields).map((value) => `: ${describe(value)}`)
      write(`${new Date().toISOString()} ${level} ${message}${why.join('')}\n`)
    }
  return { debug: log('debug'), info: log('info'), warn: log('warn'), error: log('error') }
}

function describe(value: unknown): string {
  const errors = listCauses(value)
  const place = placeOf(errors.at(-1))
  return [...errors.map(nameOf), ...(place === undefined ? [] : [place])].join('; ')
}

/** However deep they are nested, nobody reads on after a few. */
const MOST = 5

/** An error, what it was thrown because of, and so on. */
function listCauses(thrown: unknown): readonly unknown[] {
  const found = [thrown]
  for (let at = thrown; at instanceof Error && at.cause !== undefined; at = at.cause) {
    if (found.length === MOST) break
    found.push(at.cause)
  }
  return found
}

function nameOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return redact(String(thrown))
  const code: unknown = Reflect.get(thrown, 'code')
  const kind = typeof code === 'string' ? `${thrown.name} (${code})` : thrown.name
  return redact(`${kind}: ${thrown.message}`)
}

/** The first line of its stack that is one: its message comes before, and may have several. */
function placeOf(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error)) return undefined
  return /^ {4}at .*$/m.exec((thrown.stack ?? '').replace(thrown.message, ''))?.[0].trim()
}
