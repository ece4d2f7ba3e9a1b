import { join, resolve } from 'node:path'
import { type ConfigSource } from './config-problem.js'
import { type Environment } from './read-env-layer.js'

export interface ConfigPlace {
  /** The folder that everything lies in, as a full path. */
  readonly home: string
  readonly file: string
  /** Who named the file. It must exist then; the usual one need not. */
  readonly namedBy?: ConfigSource
}

export interface PlaceOptions {
  /** From `--home`. */
  readonly home?: string | undefined
  /** From `--config`. */
  readonly path?: string | undefined
  readonly env: Environment
}

/** Where the configuration lies; `undefined` where nobody says so and the user has no home folder. */
export function findConfigFile({ home, path, env }: PlaceOptions): ConfigPlace | undefined {
  const folder = home || env['TUITBOT_HOME'] || findUsualHome(env)
  if (!folder) return undefined
  const full = resolve(expandHome(folder, env))
  const named = path || env['TUITBOT_CONFIG']
  if (!named) return { home: full, file: join(full, 'config.toml') }
  return {
    home: full,
    file: resolve(expandHome(named, env)),
    namedBy: path ? { kind: 'flag', name: 'config' } : { kind: 'env', name: 'TUITBOT_CONFIG' },
  }
}

/** `~/notes` → `/home/ada/notes`; no shell has seen what stands in a file. */
export function expandHome(path: string, env: Environment): string {
  const user = findUserFolder(env)
  return user && /^~(?:[\\/]|$)/.test(path) ? join(user, path.slice(1)) : path
}

function findUsualHome(env: Environment): string | undefined {
  const user = findUserFolder(env)
  return user && join(user, '.tuitbot')
}

function findUserFolder(env: Environment): string | undefined {
  return env['HOME'] || env['USERPROFILE']
}
