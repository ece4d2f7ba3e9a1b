import { parseSync } from 'oxc-parser'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listPackagePaths, readManifest } from './workspace.js'

/** Folders of the umbrella that say again what other packages say, name by name. */
const MIRRORS: Readonly<Record<string, readonly string[]>> = {
  core: ['@armorer/core'],
  adapter: ['@armorer/core/adapter'],
  runtime: ['@armorer/runtime'],
  'runtime/opentelemetry': ['@armorer/runtime/opentelemetry'],
  'runtime/prometheus': ['@armorer/runtime/prometheus'],
  gateway: ['@armorer/gateway'],
  'gateway/sqlite': ['@armorer/gateway/sqlite'],
  'gateway/postgres': ['@armorer/gateway/postgres'],
  'gateway/approvals-http': ['@armorer/gateway/approvals-http'],
  'gateway/notifiers': ['@armorer/gateway/notifiers'],
  'gateway/policy-file': ['@armorer/gateway/policy-file'],
  'gateway/audit': ['@armorer/gateway/audit'],
  agent: ['@armorer/agent'],
  'agent/jsonl': ['@armorer/agent/jsonl'],
  'agent/sql': ['@armorer/agent/sql'],
  'agent/sqlite': ['@armorer/agent/sqlite'],
  openai: ['@armorer/adapters-openai'],
  anthropic: ['@armorer/adapters-anthropic'],
  gemini: ['@armorer/adapters-gemini'],
  mcp: ['@armorer/mcp'],
  'mcp/server': ['@armorer/mcp/server'],
  'mcp/json-schema': ['@armorer/mcp/json-schema'],
  'mcp/http': ['@armorer/mcp/http'],
  'mcp/client': ['@armorer/mcp/client'],
  'claude-agent-sdk': ['@armorer/claude-agent-sdk'],
  testing: ['@armorer/runtime/testing', '@armorer/gateway/testing', '@armorer/agent/testing'],
}

const UMBRELLA_PATH = 'packages/toolbox'

/** Mirrors that are missing, lack a name of what they mirror, or have one that is gone. With `write` they are written anew. */
export function checkUmbrella(root: string, write: boolean): readonly string[] {
  return [...listUnmirrored(root), ...checkMirrors(root, write)]
}

/** What a package of the library offers, and the umbrella does not. */
function listUnmirrored(root: string): string[] {
  const mirrored = new Set(Object.values(MIRRORS).flat())
  return listPackagePaths(root)
    .filter((path) => path.startsWith('packages/') && path !== UMBRELLA_PATH)
    .map((path) => readManifest(root, path))
    .flatMap(({ name, exports = {} }) => Object.keys(exports).map((entry) => name + entry.slice(1)))
    .filter((source) => !mirrored.has(source))
    .map((source) => `${source}: has no mirror; add one to scripts/umbrella.ts`)
}

function checkMirrors(root: string, write: boolean): string[] {
  return Object.entries(MIRRORS).flatMap(([folder, sources]) => {
    const file = join(root, UMBRELLA_PATH, 'src', folder, 'index.ts')
    const wanted = sources.map((source) => mirror(root, source)).join('')
    const known = existsSync(file) ? readFileSync(file, 'utf8') : ''
    const own = known.slice(Math.max(0, known.indexOf(OWN)))
    const isOwn = known.includes(OWN)
    if (isSame(known, wanted)) return []
    if (!write) return [`${folder}: differs from ${sources.join(' and ')}; run with --write`]
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, isOwn ? `${wanted}\n${own}` : wanted)
    return []
  })
}

/** Below this line a mirror may say something of its own. */
const OWN = '/** Here alone. */'

function mirror(root: string, source: string): string {
  const names = listNames(root, source)
  const said = (types: boolean) =>
    names.filter(({ isType }) => isType === types).map(({ name }) => name)
  const lines = [['export', said(false)] as const, ['export type', said(true)] as const].flatMap(
    ([word, list]) => (list.length > 0 ? [`${word} { ${list.join(', ')} } from '${source}'`] : []),
  )
  return `/** Everything of \`${source}\`. */\n${lines.join('\n')}\n`
}

function listNames(root: string, source: string) {
  const [name, entry] = splitSpecifier(source)
  const path = listPackagePaths(root).find((one) => readManifest(root, one).name === name) ?? name
  const target = readManifest(root, path).exports?.[entry] as Target | undefined
  if (!target) throw new Error(`${source} has no entry ${entry}`)
  return readNames(readFileSync(join(root, path, target['@armorer/source']), 'utf8'))
}

interface Target {
  readonly '@armorer/source': string
}

function splitSpecifier(source: string): [name: string, entry: string] {
  const [scope = '', name = '', ...rest] = source.split('/')
  return [`${scope}/${name}`, ['.', ...rest].join('/')]
}

function readNames(text: string) {
  return parseSync('index.ts', text)
    .module.staticExports.flatMap(({ entries }) => entries)
    .map(({ exportName, isType }) => ({ name: exportName.name ?? '*', isType }))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Whether the mirrored part says the same names, however it is laid out. */
function isSame(known: string, wanted: string): boolean {
  const [mirrored = ''] = known.split(OWN)
  const said = (text: string) =>
    readNames(text)
      .map(({ name, isType }) => `${isType} ${name}`)
      .join('\n')
  return said(mirrored) === said(wanted)
}
