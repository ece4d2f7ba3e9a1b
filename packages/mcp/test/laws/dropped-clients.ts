import { createGateway, effectOf, gated, rulesPolicy, type IntentState } from '@armorer/gateway'
import { openSqlite } from '@armorer/gateway/sqlite'
import { createTool, createToolbox } from '@armorer/runtime'
import { z } from 'zod'
import { createMcpHttp } from '../../src/http/create-mcp-http.js'
import { ask, modernRequest } from '../http/modern-wire.js'

/** As many moments of a call as are told apart. */
export const MOMENTS = 50

export interface Dropped {
  readonly trials: number
  /** Dropped before the call had come to an end. */
  readonly cut: number
  /** Done by the call that nobody waited for any more. */
  readonly finishedAlone: number
  /** Posted more than once. */
  readonly doubles: number
  /** Never posted, though the client was told that it was. */
  readonly lost: number
  /** Neither done nor refused when all was over. */
  readonly open: number
}

/** A client asks for a post, goes away at some moment, and asks again under another id until it hears what came of it. */
export async function dropClients({ runs }: { readonly runs: number }): Promise<Dropped> {
  const world = openWorld()
  const counts = { cut: 0, finishedAlone: 0, doubles: 0, lost: 0 }
  try {
    for (let trial = 0; trial < runs; trial++) {
      const text = `post ${trial}`
      const heard = await askAndDrop(world, text, trial % MOMENTS)
      if (!heard) counts.cut += 1
      const before = world.posted(text)
      const kind = await askUntilKnown(world, text)
      if (!heard && before === 1 && kind === 'duplicate') counts.finishedAlone += 1
      const times = world.posted(text)
      if (times > 1) counts.doubles += 1
      if (times === 0) counts.lost += 1
    }
    return { trials: runs, ...counts, open: await world.countOpen() }
  } finally {
    await world.close()
  }
}

/** What an intent is in while something may still come of it. */
const OPEN: readonly IntentState[] = [
  'awaiting_approval',
  'approved',
  'claimed',
  'dispatched',
  'unknown',
  'needs_human',
]

type World = ReturnType<typeof openWorld>

function openWorld() {
  const outbox = new Map<string, number>()
  const post = createTool({
    name: 'post',
    description: 'Posts a text, slowly.',
    input: z.object({ text: z.string() }),
    risk: { effects: 'write', externalNetwork: true },
    run: async ({ text }) => {
      await ticks(8)
      outbox.set(text, (outbox.get(text) ?? 0) + 1)
      await ticks(8)
      return { id: text }
    },
  })
  const gateway = createGateway({
    store: openSqlite(':memory:'),
    effects: [effectOf(post)],
    policy: rulesPolicy([{ id: 'posts', action: 'allow', operations: [post.id] }]),
  })
  const http = createMcpHttp(createToolbox([post.layer(gated(gateway))]), {
    name: 'ours',
    version: '1',
    facts: () => ({ principal: { kind: 'agent', id: 'helper' }, account: 'alice' }),
    answer: ({ kind }) => ({ isError: false, text: kind }),
    limits: { perMinute: 1e9 },
  })
  return {
    fetch: http.fetch,
    posted: (text: string) => outbox.get(text) ?? 0,
    async countOpen() {
      const open = await gateway.list({ states: OPEN, limit: 1_000 })
      return open.length
    },
    async close() {
      await http.close()
      await gateway.close()
    },
  }
}

/** Whether an answer came before the client went away. */
async function askAndDrop({ fetch }: World, text: string, moment: number): Promise<boolean> {
  const controller = new AbortController()
  let isAnswered = false
  const answer = fetch(new Request(requestFor(text), { signal: controller.signal })).then(
    () => (isAnswered = true),
    () => undefined,
  )
  await ticks(moment)
  const heard = isAnswered
  controller.abort()
  await answer
  return heard
}

async function askUntilKnown({ fetch }: World, text: string): Promise<string> {
  for (let tries = 0; tries < 1_000; tries++) {
    const { result } = await ask(fetch, requestFor(text))
    const [block] = (result?.['content'] ?? []) as ReadonlyArray<{ readonly text: string }>
    if (block?.text === 'done' || block?.text === 'duplicate') return block.text
    await ticks(5)
  }
  throw new Error(`nobody knows what became of ${text}`)
}

function requestFor(text: string): Request {
  return modernRequest('tools/call', { name: 'post', arguments: { text } })
}

async function ticks(count: number): Promise<void> {
  for (let tick = 0; tick < count; tick++)
    await new Promise((resolve) => void setImmediate(resolve))
}
