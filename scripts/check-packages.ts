import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { listPackagePaths, readManifest } from './workspace.js'

// Each package is packed once, as it would be published, and both programs look into that.
const shell = process.platform === 'win32'
const folder = mkdtempSync(join(tmpdir(), 'packages-'))
let problems = 0
const published = listPackagePaths('.').filter((path) => readManifest('.', path).private !== true)
for (const path of published) {
  const file = pack(path)
  const tarball = Uint8Array.from(readFileSync(file)).buffer
  const { messages, pkg } = await publint({ pkgDir: 'package', strict: true, pack: { tarball } })
  for (const message of messages) console.error(`${path}: ${formatMessage(message, pkg)}`)
  problems += messages.length
  // A program has nothing that could be imported, and so no types.
  if (!('exports' in pkg)) continue
  const types = spawnSync(
    'node_modules/.bin/attw',
    [file, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji'],
    { encoding: 'utf8', shell },
  )
  if (types.status !== 0) console.error(types.stdout, types.stderr)
  problems += types.status === 0 ? 0 : 1
}
rmSync(folder, { recursive: true })
console.log(`packages: ${published.length} published, ${problems} problems`)
process.exitCode = problems > 0 || published.length === 0 ? 1 : 0

function pack(path: string): string {
  const into = mkdtempSync(join(folder, 'one-'))
  const packed = spawnSync(
    'npm',
    ['pack', `./${path}`, '--pack-destination', into, '--ignore-scripts'],
    {
      encoding: 'utf8',
      shell,
    },
  )
  const [name] = readdirSync(into)
  if (packed.status === 0 && name !== undefined) return join(into, name)
  throw new Error(`${path} cannot be packed: ${packed.stderr}`)
}
