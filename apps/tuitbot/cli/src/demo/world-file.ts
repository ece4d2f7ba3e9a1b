import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../report-error.js'

/** Where a demo's folder keeps its simulated X. A folder that is set up without one is somebody's own, and is left alone. */
export function worldFileOf(home: string): string {
  const file = join(home, 'simulated-x')
  if (existsSync(file) || !existsSync(join(home, 'config.toml'))) return file
  throw new CliError(
    `${home} is set up, but holds no simulated X: its posts and accounts are not the demo's`,
    'Name another folder with --home, or leave --home out to get a new one.',
  )
}
