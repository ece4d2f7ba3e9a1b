import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import { type AddressInfo } from 'node:net'
import { text as readText } from 'node:stream/consumers'

/** What the model says in one turn: a call, or words. */
export type Turn = { readonly tool: string; readonly input: object } | { readonly text: string }

/** A Messages API on this machine, whose model says what it was told to, and what it was told in return. */
export async function openMessages(turns: readonly Turn[]) {
  const left = [...turns]
  const toolResults = new Map<string, unknown>()
  const server = createServer((request, response) => {
    answer(request, response, left, toolResults).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A server on a port has an address of this form.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    toolResults,
    close: () => new Promise((resolve) => void server.close(resolve)),
  }
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  left: Turn[],
  toolResults: Map<string, unknown>,
): Promise<void> {
  const body = await readText(request)
  if (!request.url?.startsWith('/v1/messages') || request.url.includes('count_tokens')) {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"input_tokens":1}')
    return
  }
  const { messages = [], tools = [], stream } = JSON.parse(body)
  for (const block of messages.at(-1)?.content ?? []) {
    if (block.type === 'tool_result') toolResults.set(block.tool_use_id, block)
  }
  // Beside the conversation the SDK asks small things without tools, such as for a title.
  const turn = tools.length > 0 ? (left.shift() ?? { text: 'done' }) : { text: 'a title' }
  const message = toMessage(turn)
  if (stream !== true) {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(message))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const event of toEvents(message)) {
    response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  }
  response.end()
}

function toMessage(turn: Turn) {
  const isCall = 'tool' in turn
  return {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-test',
    content: [
      isCall
        ? { type: 'tool_use', id: `toolu_${turn.tool}`, name: turn.tool, input: turn.input }
        : { type: 'text', text: turn.text },
    ],
    stop_reason: isCall ? 'tool_use' : 'end_turn',
    stop_sequence: null,
    usage: { input_tokens: 1, output_tokens: 1 },
  }
}

function toEvents(
  message: ReturnType<typeof toMessage>,
): ReadonlyArray<{ readonly type: string; readonly [field: string]: unknown }> {
  const [block] = message.content
  const isCall = block?.type === 'tool_use'
  const start = isCall ? { ...block, input: {} } : { type: 'text', text: '' }
  const delta = isCall
    ? { type: 'input_json_delta', partial_json: JSON.stringify(block?.input) }
    : { type: 'text_delta', text: block?.text }
  const { stop_reason, stop_sequence, usage } = message
  return [
    { type: 'message_start', message: { ...message, content: [], stop_reason: null } },
    { type: 'content_block_start', index: 0, content_block: start },
    { type: 'content_block_delta', index: 0, delta },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason, stop_sequence }, usage },
    { type: 'message_stop' },
  ]
}
