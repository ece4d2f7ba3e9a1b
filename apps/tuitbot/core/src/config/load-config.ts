import { resolve } from 'node:path'
import { type Assignment, type ConfigLayer } from './assignment.js'
import { type ConfigProblem, type ConfigSource } from './config-problem.js'
import { type Config } from './config-schema.js'
import {
  expandHome,
  findConfigFile,
  type ConfigPlace,
  type PlaceOptions,
} from './find-config-file.js'
import { judgeAssignments } from './judge-assignments.js'
import { toCamelCase } from './names.js'
import { readEnvLayer } from './read-env-layer.js'
import { readFlagLayer, type ConfigFlags } from './read-flag-layer.js'
import { readTomlLayer } from './read-toml-layer.js'

export interface LoadOptions extends PlaceOptions {
  readonly flags?: ConfigFlags
  /** Throws as `node:fs` does: `ENOENT` for what does not exist. `readConfigFile` is one. */
  readonly readFile: (path: string) => string
}

export type LoadedConfig =
  | {
      readonly kind: 'ok'
      readonly config: Config
      /** Who has set what; the rest is as it is without being told. */
      readonly sources: Readonly<Record<string, ConfigSource>>
      /** The folder that everything lies in, and the file, whether it exists or not. */
      readonly place: ConfigPlace
    }
  | { readonly kind: 'invalid'; readonly problems: readonly ConfigProblem[] }

/**
 * The configuration: safe defaults, then the file, then `TUITBOT_…` variables, then flags; the later wins. Whatever is wrong
 * is told at once, and nothing is guessed.
 */
export function loadConfig(options: LoadOptions): LoadedConfig {
  const { env, flags = {}, readFile } = options
  const place = findConfigFile(options)
  if (!place) return { kind: 'invalid', problems: [homeless] }

  const layers = [readFileLayer(place, readFile), readEnvLayer(env), readFlagLayer(flags)]
  const chosen = new Map<string, Assignment>(
    layers.flatMap((layer) => layer.assignments.map((one) => [one.path, one] as const)),
  )
  const judged = judgeAssignments(chosen, { alone: layers.some((layer) => layer.unreadable) })
  const problems = [...layers.flatMap((layer) => layer.problems), ...judged.problems]
  if (problems.length > 0) return { kind: 'invalid', problems: problems.toSorted(byPlace) }

  const { storage, ...rest } = judged.file
  const db_path = resolve(place.home, expandHome(storage.db_path, env))
  return {
    kind: 'ok',
    config: toCamelCase({ ...rest, storage: { ...storage, db_path } }),
    sources: Object.fromEntries([...chosen].map(([path, { source }]) => [path, source])),
    place,
  }
}

const homeless: ConfigProblem = {
  path: '',
  message: 'must name a folder, because no home folder is known',
  source: { kind: 'env', name: 'TUITBOT_HOME' },
}

function readFileLayer(place: ConfigPlace, readFile: LoadOptions['readFile']): ConfigLayer {
  const { file, namedBy } = place
  try {
    return readTomlLayer(readFile(file), file)
  } catch (error) {
    const missing = codeOf(error) === 'ENOENT'
    if (missing && !namedBy) return { assignments: [], problems: [] }
    const message = missing ? 'does not exist' : `cannot be read (${codeOf(error)})`
    const problem: ConfigProblem = namedBy
      ? { path: '', message: `${file} ${message}`, source: namedBy }
      : { path: '', message, source: { kind: 'file', file } }
    return { assignments: [], problems: [problem], unreadable: true }
  }
}

function codeOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : 'for an unknown reason'
}

/** As one reads the file from above, then what stands elsewhere. */
function byPlace(one: ConfigProblem, other: ConfigProblem): number {
  return (
    SOURCES.indexOf(one.source.kind) - SOURCES.indexOf(other.source.kind) ||
    (one.line ?? 0) - (other.line ?? 0) ||
    (one.column ?? 0) - (other.column ?? 0)
  )
}

const SOURCES: ReadonlyArray<ConfigSource['kind']> = ['file', 'env', 'flag']
