import { spawnSync } from 'node:child_process'
import { listFiles } from './workspace.js'

const examples = listFiles('.', 'examples', /\.ts$/)
let failed = 0
for (const example of examples) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--conditions=@armorer/source', example],
    { encoding: 'utf8', timeout: 60_000 },
  )
  if (status === 0 && stdout.trim() !== '') continue
  failed += 1
  console.error(`${example}: exit ${status}\n${stdout}${stderr}`)
}
console.log(`examples: ${examples.length} run, ${failed} failed`)
process.exitCode = failed > 0 || examples.length === 0 ? 1 : 0
