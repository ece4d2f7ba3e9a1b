import { createToolbox } from '@armorer/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createMcpServer } from '../../src/create-mcp-server.js'
import { createSessions } from '../../src/http/sessions.js'

const makeServer = createMcpServer(createToolbox([]), {
  name: 'x',
  version: '1',
  facts: () => ({}),
})

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'x', version: '1' },
  },
}

test('of ten thousand tries by someone else not one finds a session, and all hear the same', async () => {
  const sessions = createSessions(makeServer, {}, Date.now)
  const headers = {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
  }
  const opened = await Promise.all(
    Array.from({ length: 20 }, () =>
      sessions.serve({
        request: new Request('http://localhost/mcp', { method: 'POST', headers }),
        caller: 'alice',
        message: initialize,
      }),
    ),
  )
  const ids = opened.map((response) => response.headers.get('mcp-session-id') ?? '')
  const guess = fc.sample(
    fc.string({ minLength: 32, maxLength: 32, unit: fc.constantFrom('a', 'B', '0', '-') }),
    100,
  )

  const answers = new Set<string>()
  for (let attempt = 0; attempt < 10_000; attempt++) {
    const isKnown = attempt % 2 === 0
    const id = (isKnown ? ids[attempt % ids.length] : guess[attempt % guess.length]) ?? ''
    const request = new Request('http://localhost/mcp', { headers: { 'mcp-session-id': id } })
    const response = await sessions.serve({ request, caller: 'bob' })
    answers.add(`${response.status} ${await response.text()}`)
  }

  expect(ids.every((id) => id.length === 32)).toBe(true)
  expect([...answers]).toEqual([expect.stringContaining('404')])
  await sessions.close()
})
