import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { toCamelCase } from '../../src/config/names.js'
import { isNotInUse, listNotInUse, NOT_IN_USE } from '../../src/config/not-in-use.js'
import { settings } from '../../src/config/settings.js'
import { loadGood } from './load.js'

test('whoever sets what is not in use is told of it, and of nothing else', () => {
  const toml = `
    [limits]
    max_tweets_per_day = 3
    max_threads_per_week = 2
    [schedule]
    timezone = "Europe/Vienna"
    [schedule.preferred_times_override]
    Mon = ["09:00"]
    [server]
    port = 4000`

  expect(listNotInUse(loadGood(toml))).toEqual([
    'limits.max_threads_per_week',
    'schedule.timezone',
    'schedule.preferred_times_override.Mon',
    'server.port',
  ])
  expect(listNotInUse(loadGood(''))).toEqual([])
})

test('every setting is read somewhere, or said to be not in use', () => {
  const code = ['core', 'mcp', 'server', 'cli'].flatMap(readSources).join('\n')
  const isNamed = (path: string) => {
    const [name = ''] = Object.keys(toCamelCase({ [path.split('.').at(-1) ?? '']: 0 }))
    return new RegExp(`\\b${name}\\b`).test(code)
  }
  const paths = [...settings.keys()]

  // It can only be left as it is.
  expect(paths.filter((path) => !isNotInUse(path) && !isNamed(path))).toEqual(['policy.enforce'])
  const names = NOT_IN_USE.filter((unused) => !paths.some((path) => path.startsWith(unused)))
  expect(names).toEqual([])
})

/** All that a package does with its configuration, once it is read. */
function readSources(name: string): string[] {
  const folder = join(import.meta.dirname, '..', '..', '..', name, 'src')
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.startsWith('config'))
    .map((file) => readFileSync(join(folder, file), 'utf8'))
}
