import { checkUmbrella } from './umbrella.js'

const problems = checkUmbrella(process.cwd(), process.argv.includes('--write'))
for (const problem of problems) console.error(problem)
console.log(`umbrella: ${problems.length} mirrors differ`)
process.exitCode = problems.length > 0 ? 1 : 0
