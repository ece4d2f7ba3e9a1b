import { runChecks } from './run-checks.js'

const results = await runChecks()
process.exitCode = results.every((result) => result.ok) ? 0 : 1
