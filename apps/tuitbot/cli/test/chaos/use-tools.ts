import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { PAUSE_MS, useOverAndOver, wait, type Life, type Program } from './life.js'

/** An agent, and what its server has told it: it goes on where it was when that is back. */
export interface ToolUser {
  readonly name: string
  /** The number of the text to ask for next. It stays until there is an answer. */
  next: number
  /** What was said to wait for a person. */
  readonly waiting: string[]
}

/** The MCP server in a process of its own, under an agent that asks for each post twice at once. */
export async function startMcp({ worker, home }: Program, user: ToolUser): Promise<Life> {
  const client = new Client({ name: user.name, version: '1.0.0' })
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [worker, 'mcp', home, user.name],
    stderr: 'inherit',
  })
  const gone = new Promise<void>((onclose) => Object.assign(client, { onclose }))
  await client.connect(transport)
  const { pid } = transport
  const ask = async (name: string, args: Record<string, unknown>) => {
    const { structuredContent } = await client.callTool({ name, arguments: args })
    return Object(structuredContent) as { error?: { code: string }; meta?: { outcome?: string } }
  }
  const { over, end } = useOverAndOver(async () => {
    const text = `${user.name} has idea number ${user.next}`
    const [answer] = await Promise.all([
      ask('x_post_tweet', { text }),
      ask('x_post_tweet', { text }),
      ask('list_pending_approvals', {}),
    ])
    if (answer.error?.code === 'internal') throw new Error(JSON.stringify(answer))
    user.next += 1
    if (answer.meta?.outcome === 'needs_approval') user.waiting.push(text)
    await wait(PAUSE_MS)
  })
  return {
    async kill() {
      over()
      if (pid !== null) process.kill(pid, 'SIGKILL')
      await gone
      await end()
    },
  }
}
