// A server on its standard streams that answers `tools/list` or `tools/call`, whichever it is told, with one line of fifty megabytes.
import process from 'node:process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'

const [, , floodsAt] = process.argv
const tools = [{ name: 'act', description: 'Acts.', inputSchema: { type: 'object' } }]
const results = {
  initialize: ({ protocolVersion }) => ({
    protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'theirs', version: '1' },
  }),
  'tools/list': () => ({ tools }),
  'tools/call': () => ({ content: [{ type: 'text', text: 'done' }] }),
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line)
  if (id === undefined) continue
  if (method === floodsAt) {
    await flood(id)
    continue
  }
  const result = results[method]?.(params)
  const answer = result ? { result } : { error: { code: -32_601, message: 'not here' } }
  process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', id, ...answer })}\n`)
}

async function flood(id) {
  process.stdout.write(`{"jsonrpc":"2.0","id":${id},"result":{"content":[{"type":"text","text":"`)
  for (let sent = 0; sent < 50; sent++) {
    if (!process.stdout.write('x'.repeat(1024 * 1024))) await once(process.stdout, 'drain')
  }
  process.stdout.write('"}]}}\n')
}
