import { locateKeys } from '@armorer/gateway/policy-file'
import { parse, TomlError } from 'smol-toml'
import { describeUnknown, type Assignment, type ConfigLayer } from './assignment.js'
import { type ConfigProblem } from './config-problem.js'
import { rootSection, type Section } from './settings.js'

/** Deeper than any setting lies. */
const MAX_DEPTH = 16

/** What the text of a file says. A text that is no TOML says nothing but where it goes wrong. */
export function readTomlLayer(text: string, file: string): ConfigLayer {
  const source = { kind: 'file', file } as const
  const toml = text.replace(/^\uFEFF/, '')
  const table = parseToml(toml)
  if (table instanceof TomlError) {
    const { line, column } = table
    const message = `is not valid TOML: ${firstLine(table.message)}`
    const problem = { path: '', message, line, column, source }
    return { assignments: [], problems: [problem], unreadable: true }
  }

  const locate = locateKeys(toml)
  const assignments: Assignment[] = []
  const problems: ConfigProblem[] = []
  const walk = (values: object, section: Section, above: readonly string[]) => {
    for (const [name, value] of Object.entries(values)) {
      const keys = [...above, name]
      const path = showPath(keys)
      const entry = section.entries.get(name)
      const report = (message: string) => problems.push({ path, message, source, ...locate(keys) })
      if (!entry) report(describeUnknown(name, section.entries.keys()))
      else if (entry.kind !== 'section') {
        const within = (inside: ReadonlyArray<string | number>) => locate([...keys, ...inside])
        assignments.push({ path: entry.path, value, source, locate: within })
      } else if (isTable(value)) walk(value, entry, keys)
      else report(`must be a section: write [${entry.path}] and its settings below`)
    }
  }
  walk(table, rootSection, [])
  return { assignments, problems }
}

function parseToml(toml: string): object {
  try {
    return parse(toml, { maxDepth: MAX_DEPTH })
  } catch (error) {
    if (error instanceof TomlError) return error
    throw error
  }
}

/** The lines of the file that follow in the parser's message may hold a secret. */
function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.replace(/^Invalid TOML document: /, '') ?? ''
}

function isTable(value: unknown): value is object {
  return (
    typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date)
  )
}

/** Names as they were written, short, and without what a terminal would obey. */
function showPath(keys: readonly string[]): string {
  return keys.map((key) => (/^[\w-]{1,60}$/.test(key) ? key : quote(key))).join('.')
}

function quote(key: string): string {
  const short = key.length > 60 ? `${key.slice(0, 60)}…` : key
  return JSON.stringify(short).replace(/[^\P{C}]/gu, '\uFFFD')
}
