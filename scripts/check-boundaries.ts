import { checkBoundaries } from './boundaries.js'
import { syncLintConfig } from './lint-config.js'

const write = process.argv.includes('--write')
const { files, violations } = checkBoundaries(process.cwd())
const problems = [...violations]
if (!syncLintConfig(process.cwd(), write) && !write) {
  problems.push(
    '.oxlintrc.json: import rules differ from boundaries.json; run npm run boundaries -- --write',
  )
}

for (const problem of problems) console.error(problem)
console.log(`boundaries: ${files} files, ${problems.length} violations`)
process.exitCode = problems.length > 0 ? 1 : 0
