import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../report-error.js'

/** What a folder that is in use holds. A demo makes all of these after its simulated X. */
const SIGNS = ['config.toml', 'tuitbot.db', 'master.key']

/** Where a demo's folder keeps its simulated X. A folder that is set up without one is somebody's own, and is left alone. */
export function worldFileOf(home: string): string {
  const file = join(home, 'simulated-x')
  if (existsSync(file) || !SIGNS.some((name) => existsSync(join(home, name)))) return file
  throw new CliError(
    `${home} is set up, but holds no simulated X: its posts and accounts are not the demo's`,
    'Name another folder with --home, or leave --home out to get a new one.',
  )
}
