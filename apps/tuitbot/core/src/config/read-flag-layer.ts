import { describeUnknown, type Assignment, type ConfigLayer } from './assignment.js'
import { type ConfigProblem } from './config-problem.js'
import { readPlainText } from './read-plain-text.js'
import { settings } from './settings.js'

/** Settings by path, as the command line gives them. Text is read as in the environment; `undefined` says nothing. */
export type ConfigFlags = Readonly<Record<string, unknown>>

export function readFlagLayer(flags: ConfigFlags): ConfigLayer {
  const assignments: Assignment[] = []
  const problems: ConfigProblem[] = []
  for (const [name, value] of Object.entries(flags)) {
    if (value === undefined) continue
    const source = { kind: 'flag', name } as const
    const setting = settings.get(name)
    if (setting) {
      const read = typeof value === 'string' ? readPlainText(value, setting) : value
      assignments.push({ path: name, value: read, source })
    } else {
      problems.push({ path: '', message: describeUnknown(name, settings.keys()), source })
    }
  }
  return { assignments, problems }
}
