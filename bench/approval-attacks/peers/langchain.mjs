import { randomUUID } from 'node:crypto'
import { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { AIMessage } from '@langchain/core/messages'
import { Command, MemorySaver } from '@langchain/langgraph'
import { PostgresSaver } from '@langchain/langgraph-checkpoint-postgres'
import { createAgent, humanInTheLoopMiddleware, tool } from 'langchain'
import pg from 'pg'
import { z } from 'zod'
import { postTo } from './far-side.mjs'

const packages = ['langchain', '@langchain/langgraph']
const leaves =
  'who decides, and that one decision arrives once: a decision names no call, and whatever the thread waits for when it arrives ' +
  'is what it decides'
const none = {
  expired: 'approvals do not run out',
  'other principal': 'whoever knows the thread may decide',
}
const inMemory = 'checkpoints in memory'

export const systems = [
  {
    name: 'LangChain, in memory',
    packages,
    store: inMemory,
    leaves,
    none: {
      ...none,
      'edited at rest': inMemory,
      'after restart': inMemory,
      'from two processes': inMemory,
    },
    open: ({ far }) => openWith(far, new MemorySaver()),
  },
  {
    name: 'LangChain, Postgres',
    packages: [...packages, '@langchain/langgraph-checkpoint-postgres'],
    store: 'checkpoints in Postgres',
    needs: 'postgres',
    leaves,
    none,
    async open({ far, postgres }) {
      const saver = PostgresSaver.fromConnString(postgres)
      await saver.setup()
      return { ...openWith(far, saver), tamper: (said) => tamper(postgres, said) }
    },
  },
]

function openWith(far, checkpointer) {
  const agent = createAgent({
    model: new Model({}),
    tools: [
      tool(({ text }) => postTo(far, text), {
        name: 'post',
        description: 'Posts a text.',
        schema: z.object({ text: z.string() }),
      }),
    ],
    middleware: [humanInTheLoopMiddleware({ interruptOn: { post: true } })],
    checkpointer,
  })
  const decide = (thread, decision) =>
    agent.invoke(new Command({ resume: { decisions: [decision] } }), configOf(thread))
  const approve = ({ pending }) => decide(pending, { type: 'approve' })
  return {
    async ask({ text }) {
      const thread = randomUUID()
      await agent.invoke({ messages: [{ role: 'user', content: text }] }, configOf(thread))
      return thread
    },
    approve,
    /** One tab shows A; in another A is refused for the sake of B; then the first tab approves. */
    async swap({ a, textB }) {
      await decide(a, { type: 'reject', message: textB })
      await approve({ pending: a })
    },
    forge: () => approve({ pending: randomUUID() }),
  }
}

async function tamper(url, { pending, from, to }) {
  const client = new pg.Client(url)
  await client.connect()
  for (const [table, column] of [
    ['checkpoint_blobs', 'blob'],
    ['checkpoint_writes', 'blob'],
  ]) {
    await client.query(
      `update ${table} set ${column} = convert_to(replace(convert_from(${column}, 'utf8'), $1, $2), 'utf8')
       where thread_id = $3 and type = 'json'`,
      [from, to, pending],
    )
  }
  await client.end()
  return pending
}

function configOf(thread) {
  return { configurable: { thread_id: thread } }
}

/** Calls the tool with what was said last, by the user or in a refusal, and is content with its result. */
class Model extends BaseChatModel {
  _llmType() {
    return 'scripted'
  }

  bindTools() {
    return this
  }

  async _generate(messages) {
    const last = messages.at(-1)
    const isDone = last.getType() === 'tool' && last.status !== 'error'
    const calls = [{ id: randomUUID(), name: 'post', args: { text: String(last.content) } }]
    const message = new AIMessage(isDone ? 'done' : { content: '', tool_calls: calls })
    return { generations: [{ text: '', message }] }
  }
}
