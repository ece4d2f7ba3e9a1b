import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createGateway, effectOf, gated, rulesPolicy } from '@armorer/gateway'
import { openSqlite, type SqliteDatabase } from '@armorer/gateway/sqlite'
import { DatabaseSync } from '@photostructure/sqlite'
import { createTool, service } from '@armorer/runtime'
import { z } from 'zod'
import { createAgent } from '../../src/agent/create-agent.js'
import { jsonlRunStore } from '../../src/jsonl/jsonl-run-store.js'
import { type ModelRequest } from '../../src/model/model-service.js'
import { type RunStore } from '../../src/run/run-store.js'
import { sqliteRunStore } from '../../src/sqlite/sqlite-run-store.js'
import { toReply, type ScriptedCalls } from '../../src/testing/scripted-model.js'

export const RUN_ID = 'the-run'
const STEPS = 20

/** Called wherever a process could die. */
export type Point = () => void

/** An agent that reads and posts through a gateway, everything of it kept in one folder. */
export async function openWorld(folder: string, kind: 'sqlite' | 'jsonl', point: Point) {
  mkdirSync(folder, { recursive: true })
  const posts = join(folder, 'posts.txt')
  const post = createTool({
    name: 'post',
    description: 'Posts a text.',
    input: z.object({ text: z.string() }),
    risk: { effects: 'write', externalNetwork: true },
    run: async ({ text }) => {
      point()
      appendFileSync(posts, `${text}\n`)
      point()
      return { posted: text }
    },
  })
  const look = createTool({
    name: 'look',
    description: 'Looks.',
    input: z.object({ at: z.number() }),
    risk: { effects: 'read' },
    run: async ({ at }) => {
      point()
      return { at }
    },
  })
  const open = (path: string) => watched(new DatabaseSync(path), point)
  const gateway = createGateway({
    store: openSqlite(join(folder, 'gateway.db'), { open }),
    effects: [effectOf(post)],
    policy: rulesPolicy([{ id: 'posts', action: 'allow', operations: [post.id] }]),
  })
  const inner =
    kind === 'jsonl'
      ? jsonlRunStore(join(folder, 'runs'))
      : await sqliteRunStore(join(folder, 'runs.db'))
  const store = watchedStore(inner, point)
  const agent = createAgent({
    name: 'poster',
    instructions: 'Post.',
    model: service(
      async (request: ModelRequest) => {
        point()
        const said = answerTo(request)
        point()
        return said
      },
      { effects: 'read', name: 'scripted' },
    ),
    tools: [look, post.layer(gated(gateway, { account: 'alice' }))],
    store,
    maxTurns: STEPS + 5,
  })
  return {
    agent,
    store,
    /** Takes the run up, or begins it. */
    async run() {
      const principal = { kind: 'agent', id: 'poster' } as const
      const isBegun = (await store.read(RUN_ID)).length > 0
      return isBegun
        ? agent.resume(RUN_ID, [], { principal })
        : agent.run({ runId: RUN_ID, messages: [{ role: 'user', content: 'go' }] }, { principal })
    },
    posts: () => (existsSync(posts) ? readFileSync(posts, 'utf8').split('\n').slice(0, -1) : []),
    async close() {
      await store.close()
      await gateway.close()
    },
  }
}

/** The next answer, by how many there were: reads, posts, and both at once. */
function answerTo({ items }: ModelRequest) {
  const step = items.filter((item) => item.kind === 'message' && item.role === 'assistant').length
  if (step === STEPS) return toReply({ text: 'done' }, step)
  const look = { name: 'look', arguments: { at: step } }
  const post = { name: 'post', arguments: { text: `post ${step}` } }
  const calls: ScriptedCalls['calls'] =
    [[look], [look, look], [post], [look, post, look]][step % 4] ?? []
  return toReply({ calls, usage: { inputTokens: 1, outputTokens: 1 } }, step)
}

function watchedStore(store: RunStore, point: Point): RunStore {
  return {
    ...store,
    async append(...given) {
      point()
      await store.append(...given)
      point()
    },
  }
}

/** Every call of the gateway's driver is a point. */
function watched(db: InstanceType<typeof DatabaseSync>, point: Point): SqliteDatabase {
  return {
    get isTransaction() {
      return db.isTransaction
    },
    exec(text) {
      point()
      db.exec(text)
    },
    prepare(text) {
      const statement = db.prepare(text)
      return {
        all(...values) {
          point()
          return statement.all(...values)
        },
        get(...values) {
          point()
          return statement.get(...values)
        },
        run(...values) {
          point()
          return statement.run(...values)
        },
      }
    },
    close: () => db.close(),
  }
}
