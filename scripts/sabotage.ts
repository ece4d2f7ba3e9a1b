import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sabotages, type Sabotage } from './sabotages.js'

/** Breaks the gateway in one way after another, each in a copy, and looks whether its tests notice. */
const root = resolve(import.meta.dirname, '..')
const wanted = process.argv.slice(2)
const chosen = sabotages.filter(({ name }) => wanted.length === 0 || wanted.includes(name))

if (wanted.length === 0) {
  const tests = [...new Set(sabotages.flatMap(({ tests }) => tests))]
  if (!isGreen({ name: 'nothing', edits: [], tests })) {
    console.error('the tests are red without any sabotage')
    process.exit(2)
  }
}
let red = 0
for (const sabotage of chosen) {
  const noticed = !isGreen(sabotage)
  if (noticed) red += 1
  console.log(`${noticed ? 'red  ' : 'GREEN'} ${sabotage.name}`)
}
console.log(`sabotage ${red}/${chosen.length} red`)
process.exitCode = red === chosen.length ? 0 : 1

function isGreen({ edits, tests, only }: Sabotage): boolean {
  const copy = mkdtempSync(join(tmpdir(), 'sabotage-'))
  try {
    cpSync(join(root, 'packages/gateway'), join(copy, 'packages/gateway'), {
      recursive: true,
      // Without its settings for the compiler, which speak of packages that are not copied.
      filter: (path) => !/\/(node_modules|dist|tsconfig\.json)(\/|$)/.test(path),
    })
    for (const file of ['package.json', 'vitest.config.ts', 'scripts'])
      cpSync(join(root, file), join(copy, file), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
    for (const edit of edits) apply(copy, edit)
    const vitest = join(root, 'node_modules/vitest/vitest.mjs')
    const filter = only === undefined ? [] : ['-t', only]
    const files = tests.map((test) => `packages/gateway/test/${test}`)
    const { status } = spawnSync(
      process.execPath,
      [vitest, 'run', '--root', copy, '--bail', '1', ...files, ...filter],
      {
        cwd: copy,
        stdio: 'ignore',
      },
    )
    return status === 0
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

/** What is to be broken must be there exactly once, or the sabotage would be of something else. */
function apply(copy: string, { file, from, to }: Sabotage['edits'][number]): void {
  const path = join(copy, 'packages/gateway/src', file)
  const text = readFileSync(path, 'utf8')
  if (text.split(from).length !== 2) throw new Error(`${file} does not hold "${from}" exactly once`)
  writeFileSync(
    path,
    text.replace(from, () => to),
  )
}
