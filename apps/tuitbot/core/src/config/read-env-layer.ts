import { describeUnknown, type Assignment, type ConfigLayer } from './assignment.js'
import { type ConfigProblem } from './config-problem.js'
import { readPlainText } from './read-plain-text.js'
import { settings } from './settings.js'

export type Environment = Readonly<Record<string, string | undefined>>

const PREFIX = 'TUITBOT_'

/** These say where things are, and are read elsewhere. */
const ELSEWHERE: ReadonlySet<string> = new Set([
  'TUITBOT_HOME',
  'TUITBOT_CONFIG',
  'TUITBOT_MASTER_KEY',
])

const byName: ReadonlyMap<string, string> = new Map(
  [...settings.keys()].map((path) => [toVariable(path), path]),
)

/** What `TUITBOT_…` variables say: `TUITBOT_LIMITS__MAX_REPLIES_PER_DAY=3`. An empty one says nothing. */
export function readEnvLayer(env: Environment): ConfigLayer {
  const assignments: Assignment[] = [...listHostRules(env)]
  const problems: ConfigProblem[] = []
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith(PREFIX) || ELSEWHERE.has(name) || !text) continue
    const source = { kind: 'env', name } as const
    const setting = settings.get(byName.get(name) ?? '')
    if (setting) {
      assignments.push({ path: setting.path, value: readPlainText(text, setting), source })
    } else {
      problems.push({ path: '', message: describeUnknown(name, byName.keys()), source })
    }
  }
  return { assignments, problems }
}

/** Where another agent's host runs us, a person decides, unless the operator says otherwise in the same place. */
function listHostRules(env: Environment): Assignment[] {
  const name = Object.keys(env).find((one) => one.startsWith('OPENCLAW_'))
  if (name === undefined) return []
  return [{ path: 'approval_mode', value: true, source: { kind: 'env', name } }]
}

function toVariable(path: string): string {
  return PREFIX + path.replaceAll('.', '__').toUpperCase()
}
