import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { FROM_SOURCE, listEffects, runTuitbot, startDemo, tempHome } from './processes.js'

test(
  'an agent posts, a person approves at the terminal, and the agent hears of the one post',
  { timeout: 120_000 },
  async () => {
    using home = tempHome()
    const demo = await startDemo(home.path, '--no-page')
    const client = new Client({ name: 'claude', version: '1.0.0' })
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: [...FROM_SOURCE, 'mcp', 'serve'],
        env: { ...inherited(), TUITBOT_HOME: home.path },
        stderr: 'inherit',
      }),
    )
    const call = async (name: string, args: Record<string, unknown>) => {
      const result = await client.callTool({ name, arguments: args })
      return Object(result.structuredContent) as Envelope
    }
    try {
      const found = await call('x_search_tweets', { query: 'Lantern' })
      expect(found).toMatchObject({ success: true })

      const asked = await call('x_post_tweet', { text: 'Lantern 2 is out.' })
      expect(asked).toMatchObject({ success: false, meta: { outcome: 'needs_approval' } })

      const listed = await runTuitbot(home.path, 'approvals', 'list', '--json')
      const waiting = JSON.parse(listed.out) as Array<{ id: number; text: string }>
      const id = waiting.find(({ text }) => text === 'Lantern 2 is out.')?.id
      const approved = await runTuitbot(home.path, 'approvals', 'approve', String(id), '--json')
      expect(approved.code).toBe(0)
      const post: unknown = JSON.parse(approved.out).outcome.value.id

      const again = await call('x_post_tweet', { text: 'Lantern 2 is out.' })
      expect(again).toMatchObject({ success: true, meta: { outcome: 'replayed' } })
      expect(JSON.stringify(again.data)).toContain(String(post))
      const effects = await listEffects(demo.simulator)
      expect(effects.filter(({ kind }) => kind === 'post.create')).toHaveLength(1)
    } finally {
      await client.close()
      expect(await demo.stop()).toBe(0)
    }
  },
)

interface Envelope {
  readonly success: boolean
  readonly data: unknown
  readonly meta: { readonly outcome?: string }
}

/** Only what is set: the transport takes texts. */
function inherited(): Record<string, string> {
  const entries = Object.entries(process.env).flatMap(([key, value]) =>
    value === undefined ? [] : [[key, value] as const],
  )
  return Object.fromEntries(entries)
}
