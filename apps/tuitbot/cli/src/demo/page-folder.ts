import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { CliError } from '../report-error.js'

/** Where the built page lies: beside this program when it is installed, in its own package in the repository. */
export function pageFolder(): string {
  const places = ['../../page', '../../../dashboard/dist'].map((place) =>
    fileURLToPath(new URL(place, import.meta.url)),
  )
  const built = places.find((place) => existsSync(`${place}/index.html`))
  if (built !== undefined) return built
  throw new CliError('the page has not been built', 'Run: npm run build:page')
}
