import { spawnSync } from 'node:child_process'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { listPackagePaths, readManifest } from './workspace.js'

let problems = 0
const published = listPackagePaths('.').filter((path) => readManifest('.', path).private !== true)
for (const path of published) {
  const { messages, pkg } = await publint({ pkgDir: path, strict: true, pack: 'npm' })
  for (const message of messages) console.error(`${path}: ${formatMessage(message, pkg)}`)
  problems += messages.length
  // A program has nothing that could be imported, and so no types.
  if (!('exports' in pkg)) continue
  const types = spawnSync(
    'node_modules/.bin/attw',
    ['--pack', path, '--profile', 'esm-only', '--format', 'ascii', '--no-emoji'],
    { encoding: 'utf8', shell: process.platform === 'win32' },
  )
  if (types.status !== 0) console.error(types.stdout, types.stderr)
  problems += types.status === 0 ? 0 : 1
}
console.log(`packages: ${published.length} published, ${problems} problems`)
process.exitCode = problems > 0 || published.length === 0 ? 1 : 0
