import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readJson, readManifest, type Manifest } from '../scripts/workspace.js'

const OURS: Readonly<Record<string, string>> = {
  '@armorer/core': 'packages/core',
  '@armorer/runtime': 'packages/runtime',
  '@armorer/gateway': 'packages/gateway',
  '@armorer/agent': 'packages/agent',
  '@armorer/adapters-openai': 'packages/adapters-openai',
  '@armorer/adapters-anthropic': 'packages/adapters-anthropic',
  '@armorer/adapters-gemini': 'packages/adapters-gemini',
  armorer: 'packages/toolbox',
}

const folder = mkdtempSync(join(tmpdir(), 'armorer-pack-'))
const tarballs = new Map<string, string>()

beforeAll(() => {
  run(['node_modules/.bin/tsc', '-b', 'packages/toolbox'], '.')
  run(['node_modules/.bin/tsx', 'scripts/bundle.ts'], '.')
  const needed = [...closureOf('armorer')]
  const places = needed.map((name) => `./${OURS[name] ?? `node_modules/${name}`}`)
  const packed = run(
    ['npm', 'pack', ...places, '--json', '--ignore-scripts', '--pack-destination', folder],
    '.',
  )
  const listed: unknown = JSON.parse(packed.slice(packed.search(/[[{]\s/)))
  for (const { name, filename } of Object.values(listed as object) as Packed[]) {
    tarballs.set(name, join(folder, filename))
  }
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Packed {
  readonly name: string
  readonly filename: string
}

test.each([
  '@armorer/core',
  '@armorer/adapters-openai',
  '@armorer/adapters-anthropic',
  '@armorer/adapters-gemini',
])(
  '%s installs from its tarball into an empty project, with core and nothing else, and imports',
  (name) => {
    const project = install(name)
    expect(listInstalled(project)).toEqual([...closureOf(name)].toSorted())
    expect(listInstalled(project).filter((one) => one !== name && one !== '@armorer/core')).toEqual(
      [],
    )
    expect(importEntries(project, name)).toEqual([])
  },
  120_000,
)

test('armorer installs with its parts, brings no client of a provider and no framework, and imports', () => {
  const project = install('armorer')
  expect(listInstalled(project)).toEqual([...closureOf('armorer')].toSorted())
  const peers = Object.keys(readManifest('.', 'packages/toolbox').peerDependencies ?? {})
  expect(peers).toEqual(
    expect.arrayContaining(['openai', '@anthropic-ai/sdk', '@google/genai', 'ai']),
  )
  expect(listInstalled(project).filter((name) => peers.includes(name))).toEqual([])
  // These are for whoever has what they speak to, and say what is missing.
  expect(importEntries(project, 'armorer').map((line) => line.split(' imported from ')[0])).toEqual(
    [
      "armorer/runtime/opentelemetry Cannot find package '@opentelemetry/api'",
      "armorer/runtime/prometheus Cannot find package 'prom-client'",
      "armorer/gateway/postgres Cannot find package 'pg'",
    ],
  )
}, 120_000)

/** A package and all that it depends on, peers left out. */
function closureOf(name: string, known = new Set<string>()): ReadonlySet<string> {
  if (known.has(name)) return known
  known.add(name)
  const own = OURS[name]
  const { dependencies = {} } = own
    ? readManifest('.', own)
    : readJson<Manifest>(`node_modules/${name}/package.json`)
  for (const dependency of Object.keys(dependencies)) closureOf(dependency, known)
  return known
}

/** Everything comes from tarballs, so that no registry is asked. */
function install(name: string): string {
  const project = join(folder, name.replaceAll(/\W/g, '-'))
  mkdirSync(project)
  const dependencies = Object.fromEntries(
    [...closureOf(name)].map((one) => [one, `file:${tarballs.get(one) ?? 'missing'}`]),
  )
  const manifest = { name: 'empty', private: true, type: 'module', dependencies }
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest))
  run(['npm', 'install', '--offline', '--ignore-scripts', '--no-audit', '--no-fund'], project)
  return project
}

function listInstalled(project: string): string[] {
  const modules = join(project, 'node_modules')
  return readdirSync(modules)
    .filter((entry) => !entry.startsWith('.'))
    .flatMap((entry) =>
      entry.startsWith('@')
        ? readdirSync(join(modules, entry)).map((name) => `${entry}/${name}`)
        : [entry],
    )
    .toSorted()
}

/** Entries that fail to import, or export nothing. */
function importEntries(project: string, name: string): readonly string[] {
  const { exports = {} } = readManifest('.', OURS[name] ?? '')
  const entries = Object.keys(exports).map((entry) => `${name}${entry.slice(1)}`)
  const program = `
    for (const entry of ${JSON.stringify(entries)}) {
      const names = await import(entry).then(Object.keys, (error) => { console.log(entry, error.message); return ['failed'] })
      if (names.length === 0) console.log(entry, 'exports nothing')
    }`
  const said = run([process.execPath, '--input-type=module', '-e', program], project)
  return said.split('\n').filter((line) => line !== '')
}

function run([command = '', ...args]: readonly string[], cwd: string): string {
  const { status, stdout, stderr, error } = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    // Under the condition of our own sources a published package would not be what its user gets.
    env: { ...process.env, NODE_OPTIONS: '' },
  })
  if (status !== 0)
    throw new Error(`${command} ${args.join(' ')}\n${stdout}\n${stderr}`, { cause: error })
  return stdout
}
