import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statSync } from 'node:fs'
import { createInterface } from 'node:readline'
import process from 'node:process'
import { runClients } from './conformance-clients.js'

/** Both revisions that we speak. */
const REVISIONS = ['2026-07-28', '2025-11-25']
const SUITE = 'tools/node_modules/@modelcontextprotocol/conformance/dist/index.js'
const EXPECTED = 'tools/conformance-expected.yml'
const FIXTURES = 'packages/mcp/test/conformance'
const NOT_RUN = 2
/** The suite starts all its clients at once, and a busy machine takes its time. */
const PATIENCE_MS = '240000'

if (!install()) process.exit(NOT_RUN)
const node = findNode()
if (node === undefined) process.exit(NOT_RUN)
process.exitCode = (await runAll(node)) ? 0 : 1

/** Runs the official suite against our server and against a client made of our package, and official clients against our server. */
async function runAll(node: string): Promise<boolean> {
  const server = await startServer()
  const results: boolean[] = []
  try {
    results.push(await runClients(node, { url: server.url, command: ours('stdio-server') }))
    for (const revision of REVISIONS) {
      results.push(
        await run(node, `server, ${revision}`, ['server', '--url', server.url], revision),
      )
      const client = ['client', '--command', [...ours('client')].join(' ')]
      results.push(await run(node, `client, ${revision}`, client, revision))
    }
  } finally {
    server.stop()
  }
  return results.every(Boolean)
}

async function run(
  node: string,
  title: string,
  command: readonly string[],
  revision: string,
): Promise<boolean> {
  const options = ['--requirements', revision, '--expected-failures', EXPECTED]
  const patience = ['--timeout', PATIENCE_MS]
  const child = spawn(node, [SUITE, ...command, ...options, ...patience], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [output, errors] = [child.stdout.toArray(), child.stderr.toArray()]
  const [code] = await once(child, 'close')
  const text = Buffer.concat([...(await output), ...(await errors)]).toString('utf8')
  console.log(
    `${code === 0 ? '✓' : '✗'} ${title}: ${totalOf(text)}; failures that are expected stand in ${EXPECTED}`,
  )
  if (code !== 0) console.log(text.slice(text.lastIndexOf('SUMMARY')))
  return code === 0
}

function totalOf(text: string): string {
  return /Total: (.*)/.exec(text)?.[1] ?? 'no total'
}

/** The server with everything that the suite asks for by name. */
async function startServer(): Promise<{ readonly url: string; stop(): void }> {
  const [program = '', ...args] = ours('server')
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  for await (const line of createInterface({ input: child.stdout })) {
    return { url: line, stop: () => void child.kill() }
  }
  throw new Error('the fixture server ended before it said where it is')
}

function ours(program: 'server' | 'stdio-server' | 'client'): readonly string[] {
  const file = `${FIXTURES}/${program}.ts`
  return [process.execPath, '--conditions=@armorer/source', '--import', 'tsx', file]
}

/** The suite has a lockfile of its own, and is fetched when it is missing or has changed. */
function install(): boolean {
  const [wanted, there] = ['tools/package-lock.json', 'tools/node_modules/.package-lock.json']
  if (existsSync(there) && statSync(there).mtimeMs >= statSync(wanted).mtimeMs) return true
  const args = ['ci', '--prefix', 'tools', '--ignore-scripts', '--no-audit', '--no-fund']
  // The npm that runs us hands its settings on: it may be silent, and our own Node too old for programs that bring theirs.
  const settings = ['--loglevel=error', '--engine-strict=false']
  const { status, stderr } = spawnSync('npm', [...args, ...settings], { encoding: 'utf8' })
  if (status === 0) return true
  // Out of step with its own list is our mistake, and no matter of the network.
  if (stderr.includes('EUSAGE')) throw new Error(stderr)
  console.error(
    `not run: the official suite could not be fetched. With a network, run: npm ci --prefix tools --ignore-scripts\n${stderr}`,
  )
  return false
}

/** The suite needs a newer Node than we do; npm brings one along for most machines. */
function findNode(): string | undefined {
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  const brought = 'tools/node_modules/.bin/node'
  if (existsSync(brought)) return brought
  console.error('not run: the official suite needs Node 24, and npm has none for this machine')
  return undefined
}
