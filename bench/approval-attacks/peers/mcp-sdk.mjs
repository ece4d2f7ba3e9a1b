import { setTimeout } from 'node:timers/promises'
import {
  acceptedContent,
  createMcpHandler,
  createRequestStateCodec,
  inputRequired,
  McpServer,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { postTo } from './far-side.mjs'

const REVISION = '2026-07-28'
const KEY = new Uint8Array(32).fill(7)
const ANN = 'ann'

export const systems = [
  {
    name: 'MCP SDK',
    packages: ['@modelcontextprotocol/server'],
    store:
      'requestState sealed by the official codec, bound to method and client as its documentation shows',
    leaves:
      'remembering which state was used, and binding it to the arguments: they come from the client with every round, and the ' +
      'codec binds only what the bind option is written to return',
    none: {},
    open,
  },
]

function open({ far }) {
  const handlerOf = (ttlSeconds) => {
    const codec = createRequestStateCodec({
      key: KEY,
      ttlSeconds,
      bind: (ctx) => `${ctx.mcpReq.method}\0${ctx.http?.authInfo?.clientId ?? ''}`,
    })
    return createMcpHandler(() => createServer(far, codec))
  }
  const handler = handlerOf(600)
  const answer = { ok: { action: 'accept', content: { approve: true } } }
  const ask = async ({ text }) => ({ text, state: (await call(handler, { text })).requestState })
  const approve = ({ pending: { text, state } }) =>
    call(handler, { text, requestState: state, inputResponses: answer })
  return {
    ask,
    approve,
    swap: ({ a, b }) => approve({ pending: { text: b.text, state: a.state } }),
    forge: ({ text }) => approve({ pending: { text, state: forged() } }),
    async tamper({ pending: { state }, to }) {
      const [version, body, mac] = state.split('.')
      const said = JSON.parse(Buffer.from(body, 'base64url').toString())
      const edited = Buffer.from(JSON.stringify({ ...said, p: { asked: to } }))
      return { text: to, state: [version, edited.toString('base64url'), mac].join('.') }
    },
    async expire({ text }) {
      const brief = handlerOf(1)
      const { requestState } = await call(brief, { text })
      await setTimeout(2_100)
      await call(brief, { text, requestState, inputResponses: answer })
    },
    async byAnother({ pending: { text, state } }) {
      await call(handler, { text, requestState: state, inputResponses: answer }, 'mallory')
    },
  }
}

function createServer(far, codec) {
  const server = new McpServer(
    { name: 'poster', version: '1.0.0' },
    { requestState: { verify: codec.verify } },
  )
  server.registerTool(
    'post',
    { inputSchema: z.object({ text: z.string() }) },
    async ({ text }, ctx) => {
      const answer = acceptedContent(ctx.mcpReq.inputResponses, 'ok')
      if (ctx.mcpReq.requestState() && answer?.approve) {
        return { content: [{ type: 'text', text: await postTo(far, text) }] }
      }
      return inputRequired({
        inputRequests: {
          ok: inputRequired.elicit({ message: `Post "${text}"?`, requestedSchema: FORM }),
        },
        requestState: await codec.mint({ asked: text }, ctx),
      })
    },
  )
  return server
}

const FORM = {
  type: 'object',
  properties: { approve: { type: 'boolean' } },
  required: ['approve'],
}

/** Made without the key. */
function forged() {
  const body = { p: { asked: 'anything' }, exp: Math.floor(Date.now() / 1_000) + 600 }
  const seal = Buffer.alloc(32, 1).toString('base64url')
  return `v1.${Buffer.from(JSON.stringify(body)).toString('base64url')}.${seal}`
}

let calls = 0

async function call(handler, { text, ...more }, clientId = ANN) {
  const prefix = 'io.modelcontextprotocol/'
  const _meta = {
    [`${prefix}protocolVersion`]: REVISION,
    [`${prefix}clientInfo`]: { name: 'client', version: '1' },
    [`${prefix}clientCapabilities`]: { elicitation: { form: {} } },
  }
  const params = { name: 'post', arguments: { text }, ...more, _meta }
  const request = new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': 'tools/call',
      'mcp-name': 'post',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: ++calls, method: 'tools/call', params }),
  })
  const response = await handler.fetch(request, { authInfo: { token: 't', clientId, scopes: [] } })
  const { result, error } = await response.json()
  if (error) throw new Error(error.message)
  return result
}
