import { type Position } from '@armorer/gateway/policy-file'
import { type ConfigProblem, type ConfigSource } from './config-problem.js'
import { findNearestName } from './nearest-name.js'
import { settings } from './settings.js'

/** A value that somebody gave to a setting, and where. It is not checked yet. */
export interface Assignment {
  readonly path: string
  readonly value: unknown
  readonly source: ConfigSource
  /** The place of the value, or of an entry of it. */
  readonly locate?: (inside: ReadonlyArray<string | number>) => Position
}

/** What one source says: the file, the environment, or the command line. */
export interface ConfigLayer {
  readonly assignments: readonly Assignment[]
  readonly problems: readonly ConfigProblem[]
  /** Whether it says more than could be read, so that nothing is known of what it leaves out. */
  readonly unreadable?: boolean
}

/** What to say of a name that nobody knows. Its neighbours are near, but it may also be from another section. */
export function describeUnknown(name: string, neighbours: Iterable<string>): string {
  const path = findNearestName(name, neighbours) ?? findElsewhere(name)
  return `is not a setting${path === undefined ? '' : `; did you mean ${path}?`}`
}

function findElsewhere(name: string): string | undefined {
  const nearest = findNearestName(name, byName.keys())
  return nearest === undefined ? undefined : byName.get(nearest)
}

const byName: ReadonlyMap<string, string> = new Map(
  [...settings.keys()].map((path) => [path.slice(path.lastIndexOf('.') + 1), path]),
)
