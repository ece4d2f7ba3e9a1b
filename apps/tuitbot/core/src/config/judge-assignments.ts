import { type Assignment } from './assignment.js'
import { type ConfigProblem } from './config-problem.js'
import { configRules } from './config-rules.js'
import { configSchema, type ConfigFile } from './config-schema.js'
import { describeIssue } from './describe-issue.js'
import { settings } from './settings.js'

export interface Judged {
  /** What was set and is good; the rest is as it is without being told. */
  readonly file: ConfigFile
  readonly problems: readonly ConfigProblem[]
}

/**
 * Judges each value, and then what values must have in common. A bad value is judged once: rules over several settings leave
 * it alone. `alone` leaves those rules out.
 */
export function judgeAssignments(
  chosen: ReadonlyMap<string, Assignment>,
  { alone }: { alone: boolean },
): Judged {
  const { error } = parseFile(chosen)
  const bad = (error?.issues ?? []).map(({ path, message }) => ({
    message,
    ...splitPath(path.filter((part) => typeof part !== 'symbol')),
  }))
  const good = new Map([...chosen].filter(([path]) => !bad.some((one) => one.setting === path)))
  const { data: file } = parseFile(good)
  if (!file) throw new Error('a default is not what its own schema takes')

  const valueProblems = bad.map(({ setting, inside, message }) =>
    toProblem({ path: showInside(setting, inside), message }, chosen.get(setting), inside),
  )
  if (alone) return { file, problems: valueProblems }
  const ruleProblems = configRules
    .filter(({ path, by }) => ![path, ...by].some((one) => chosen.has(one) && !good.has(one)))
    .flatMap(({ path, by, judge }) => {
      const message = judge(file)
      if (message === undefined) return []
      const blamed = [path, ...by].find((one) => chosen.has(one)) ?? path
      return [toProblem({ path, message }, chosen.get(blamed))]
    })
  return { file, problems: [...valueProblems, ...ruleProblems] }
}

function parseFile(assignments: ReadonlyMap<string, Assignment>) {
  const file: Table = {}
  for (const { path, value } of assignments.values()) put(file, path.split('.'), value)
  return configSchema.safeParse(file, { error: describeIssue })
}

interface Table {
  [name: string]: unknown
}

function put(table: Table, [name = '', ...rest]: readonly string[], value: unknown): void {
  if (rest.length === 0) table[name] = value
  else put((table[name] ??= {}) as Table, rest, value)
}

/** Which setting an issue is about, and where inside of it. */
function splitPath(path: ReadonlyArray<string | number>) {
  const ends = path.findIndex((_, index) => settings.has(path.slice(0, index + 1).join('.')))
  return { setting: path.slice(0, ends + 1).join('.'), inside: path.slice(ends + 1) }
}

function showInside(setting: string, inside: ReadonlyArray<string | number>): string {
  return setting + inside.map((part) => `[${part}]`).join('')
}

function toProblem(
  what: Pick<ConfigProblem, 'path' | 'message'>,
  assignment: Assignment | undefined,
  inside: ReadonlyArray<string | number> = [],
): ConfigProblem {
  if (!assignment) throw new Error(`nobody has set it, and yet ${what.path} ${what.message}`)
  const { source, locate } = assignment
  return { ...what, source, ...locate?.(inside) }
}
