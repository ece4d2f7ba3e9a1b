import { readJson } from './workspace.js'

interface Lockfile {
  readonly packages: Readonly<Record<string, { optionalDependencies?: Record<string, string> }>>
}

// npm leaves out platform binaries that its registry does not hold on the day, without a word;
// the lockfile then fails on every other platform.
const { packages } = readJson<Lockfile>('package-lock.json')
const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
  Object.keys(optionalDependencies)
    .filter((name) => !locked.has(name))
    .map((name) => `${path || '.'}: optional dependency ${name} is not in package-lock.json`),
)

for (const problem of missing) console.error(problem)
console.log(`lockfile: ${locked.size} packages, ${missing.length} missing`)
process.exitCode = missing.length > 0 || locked.size === 0 ? 1 : 0
