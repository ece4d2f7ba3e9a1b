import { startVitest, type TestModule, type TestCase } from 'vitest/node'
import { runChecks } from './run-checks.js'

const filters = process.argv.slice(2)
const checks = filters.length > 0 ? [] : await runChecks()
const vitest = await startVitest('test', filters, { watch: false, run: true })
const modules = vitest.state.getTestModules()
const tests = modules.flatMap((module) => [...module.children.allTests()])
await vitest.close()

const skipped = tests.filter((test) => test.result().state === 'skipped')
for (const test of skipped) console.log(`skipped: ${test.fullName} (${reasonOf(test)})`)

const passed = [...checks.filter((check) => check.ok), ...tests.filter((test) => test.ok())].length
const broken = modules.filter(isBroken)
for (const module of broken) console.log(`did not load: ${module.moduleId}`)
const failed =
  checks.filter((check) => !check.ok).length +
  tests.filter((test) => test.result().state === 'failed').length +
  broken.length
const leaked = vitest.state.getUnhandledErrors().length
if (leaked > 0) console.log(`${leaked} errors were thrown outside of any test`)

process.exitCode = failed + leaked > 0 || tests.length === 0 ? 1 : 0
console.log(
  `${passed - skipped.length} passed, ${failed + leaked} failed${skipped.length > 0 ? `, ${skipped.length} skipped` : ''}`,
)

function reasonOf(test: TestCase): string {
  const result = test.result()
  return result.state === 'skipped' && result.note !== undefined ? result.note : 'no reason given'
}

/** A file that failed before any of its tests could. */
function isBroken(module: TestModule): boolean {
  const anyTestFailed = [...module.children.allTests()].some(
    (test) => test.result().state === 'failed',
  )
  return module.state() === 'failed' && !anyTestFailed
}
