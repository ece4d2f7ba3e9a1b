import { spawn } from 'node:child_process'
import { once } from 'node:events'

const INSPECTOR =
  'tools/node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js'
const CALL = ['--method', 'tools/call', '--tool-name', 'add', '--tool-arg', 'a=1', 'b=2']

/** Where a server is: an address, or how it is started. */
export interface Targets {
  readonly url: string
  readonly command: readonly string[]
}

/** Lists and calls with the official inspector and with the SDK's older client, over both transports. */
export async function runClients(node: string, { url, command }: Targets): Promise<boolean> {
  const list = ['--method', 'tools/list']
  const tries: ReadonlyArray<readonly [title: string, wanted: string, args: readonly string[]]> = [
    ['inspector lists over HTTP', '"name": "add"', [INSPECTOR, '--cli', url, ...list]],
    ['inspector calls over HTTP', '"sum": 3', [INSPECTOR, '--cli', url, ...CALL]],
    [
      'inspector lists over stdio',
      '"name": "add"',
      [INSPECTOR, '--cli', ...list, '--', ...command],
    ],
    ['inspector calls over stdio', '"sum": 3', [INSPECTOR, '--cli', ...CALL, '--', ...command]],
    ['SDK v1 lists and calls over HTTP', '"sum":3', ['tools/v1-client.mjs', url]],
    ['SDK v1 lists and calls over stdio', '"sum":3', ['tools/v1-client.mjs', ...command]],
  ]
  let isGood = true
  for (const [title, wanted, args] of tries) {
    const { code, output } = await run(node, args)
    const isRight = code === 0 && output.includes(wanted)
    console.log(`${isRight ? '✓' : '✗'} ${title}`)
    if (!isRight) console.log(output)
    isGood &&= isRight
  }
  return isGood
}

async function run(
  node: string,
  args: readonly string[],
): Promise<{ readonly code: number; readonly output: string }> {
  const child = spawn(node, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, errors] = [child.stdout.toArray(), child.stderr.toArray()]
  const [code] = await once(child, 'close')
  return { code, output: Buffer.concat([...(await said), ...(await errors)]).toString('utf8') }
}
