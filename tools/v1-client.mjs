// Lists and calls with the SDK of the older line: `node v1-client.mjs <url>` or `node v1-client.mjs <command> [args]`.
import process from 'node:process'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'

const [, , target = '', ...args] = process.argv
const client = new Client({ name: 'v1-client', version: '1.0.0' })
await client.connect(
  target.startsWith('http')
    ? new StreamableHTTPClientTransport(new URL(target))
    : new StdioClientTransport({ command: target, args }),
)
const { tools } = await client.listTools()
if (!tools.some(({ name }) => name === 'add')) throw new Error('add is not listed')
console.log(JSON.stringify(await client.callTool({ name: 'add', arguments: { a: 1, b: 2 } })))
await client.close()
