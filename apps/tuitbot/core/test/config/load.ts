import { describeProblem } from '../../src/config/config-problem.js'
import { loadConfig, type LoadOptions } from '../../src/config/load-config.js'

/** Loads what a person called Ada has: a file, if a text is given, and what else is said. */
export function load(toml?: string, options: Partial<LoadOptions> = {}) {
  return loadConfig({
    flags: {},
    readFile: () => toml ?? notThere(),
    ...options,
    env: { HOME: '/home/ada', ...options.env },
  })
}

/** The configuration, where it must be good. */
export function loadGood(toml?: string, options: Partial<LoadOptions> = {}) {
  const loaded = load(toml, options)
  if (loaded.kind === 'ok') return loaded
  throw new Error(loaded.problems.map(describeProblem).join('\n'))
}

/** What is wrong, one line each, without the name of the file. */
export function listProblems(toml?: string, options: Partial<LoadOptions> = {}): string[] {
  const loaded = load(toml, options)
  if (loaded.kind === 'ok') return []
  return loaded.problems.map((problem) =>
    describeProblem(problem).replace('/home/ada/.tuitbot/config.toml:', ''),
  )
}

export function notThere(): never {
  throw Object.assign(new Error('no such file'), { code: 'ENOENT' })
}
