import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { createClient } from '@libsql/client'
import { Agent } from '@mastra/core/agent'
import { Mastra } from '@mastra/core/mastra'
import { createTool } from '@mastra/core/tools'
import { LibSQLStore } from '@mastra/libsql'
import { MockLanguageModelV4 } from 'ai/test'
import { z } from 'zod'
import { postTo } from './far-side.mjs'

export const systems = [
  {
    name: 'Mastra',
    packages: ['@mastra/core', '@mastra/libsql'],
    store: 'snapshots in LibSQL, one file',
    leaves:
      'consuming an approval once: its guide shows a fingerprint of tool and arguments to be kept in durable storage by the ' +
      'application',
    none: {
      expired: 'approvals do not run out',
      'other principal': 'whoever knows the run may approve it',
    },
    open,
  },
]

function open({ far, folder }) {
  const url = `file:${join(folder, 'mastra.db')}`
  const post = createTool({
    id: 'post',
    description: 'Posts a text.',
    inputSchema: z.object({ text: z.string() }),
    requireApproval: true,
    execute: ({ text }) => postTo(far, text),
  })
  const poster = new Agent({
    id: 'poster',
    name: 'poster',
    instructions: 'Post.',
    model: model(),
    tools: { post },
  })
  const mastra = new Mastra({
    agents: { poster },
    storage: new LibSQLStore({ id: 'attacks', url }),
    logger: false,
  })
  const agent = mastra.getAgent('poster')
  const approve = ({ pending }) => agent.approveToolCallGenerate(pending)
  return {
    async ask({ text }) {
      const { runId, finishReason, suspendPayload } = await agent.generate(text)
      if (finishReason !== 'suspended') throw new Error(`it was ${finishReason}`)
      return { runId, toolCallId: suspendPayload.toolCallId }
    },
    approve,
    /** The approval of A's call, on the run of B. */
    swap: ({ a, b }) => approve({ pending: { runId: b.runId, toolCallId: a.toolCallId } }),
    forge: () => approve({ pending: { runId: randomUUID(), toolCallId: randomUUID() } }),
    async tamper({ pending, from, to }) {
      const client = createClient({ url })
      const sql =
        'update mastra_workflow_snapshot set snapshot = jsonb(replace(json(snapshot), ?, ?)) where run_id = ?'
      await client.execute({ sql, args: [from, to, pending.runId] })
      client.close()
      return pending
    },
  }
}

/** Calls the tool with what the user said, and is content with its result. */
function model() {
  const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }
  const answer = (prompt) => {
    if (prompt.at(-1).role === 'tool') {
      return { content: [{ type: 'text', text: 'done' }], reason: 'stop' }
    }
    const [{ text }] = prompt.findLast(({ role }) => role === 'user').content
    const input = JSON.stringify({ text })
    const content = [{ type: 'tool-call', toolCallId: randomUUID(), toolName: 'post', input }]
    return { content, reason: 'tool-calls' }
  }
  return new MockLanguageModelV4({
    async doGenerate({ prompt }) {
      const { content, reason } = answer(prompt)
      return { content, finishReason: { unified: reason, raw: reason }, usage, warnings: [] }
    },
    async doStream({ prompt }) {
      const { content, reason } = answer(prompt)
      const parts = [
        { type: 'stream-start', warnings: [] },
        ...content.flatMap((part) =>
          part.type === 'text'
            ? [
                { type: 'text-start', id: '1' },
                { type: 'text-delta', id: '1', delta: part.text },
                { type: 'text-end', id: '1' },
              ]
            : [part],
        ),
        { type: 'finish', finishReason: { unified: reason, raw: reason }, usage },
      ]
      return { stream: ReadableStream.from(parts) }
    },
  })
}
