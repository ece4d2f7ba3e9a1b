import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSimulator, type Simulator } from '@tuitbot/x-simulator'
import { loadConfig } from '../../src/config/load-config.js'
import { createTuitbot, type Tuitbot, type TuitbotOptions } from '../../src/create-tuitbot.js'
import { keysFromFile } from '../../src/storage/master-key.js'
import { type LlmProvider } from '../../src/llm/llm-provider.js'

export const ANN = { kind: 'person', id: 'ann' } as const
export const AGENT = { kind: 'agent', id: 'claude' } as const
export const ACCOUNT = 'default'

/** Writes the same friendly words to everyone. */
const friendly: LlmProvider = {
  name: 'friendly',
  complete: async (request) => ({
    text: request.kind === 'reply' ? `Thanks for asking, @${request.to.author}!` : request.topic,
    provider: 'friendly',
    model: 'none',
    finish: 'stop',
  }),
}

export interface SmallTuitbot {
  readonly x: Simulator
  readonly tuitbot: Tuitbot
  /** Where its database and its key lie. */
  readonly folder: string
  /** Another process's Tuitbot on the same file. */
  open(more?: Partial<TuitbotOptions>): Promise<Tuitbot>
  [Symbol.asyncDispose](): Promise<void>
}

/** Tuitbot for alice, in a world of its own. */
export async function createSmallTuitbot(
  settings: Readonly<Record<string, string>> = {},
  simulated: Parameters<typeof startSimulator>[0] = {},
): Promise<SmallTuitbot> {
  const folder = mkdtempSync(join(tmpdir(), 'tuitbot-'))
  const x = await startSimulator({ seed: 7, ...simulated })
  const loaded = loadConfig({
    home: folder,
    env: { TUITBOT_X_API__BASE_URL: x.url, TUITBOT_PEOPLE__YOU: ANN.id, ...settings },
    readFile: () => {
      throw Object.assign(new Error('there is none'), { code: 'ENOENT' })
    },
  })
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  const { accessToken } = x.token('alice')
  const opened: Tuitbot[] = []
  const open = async (more: Partial<TuitbotOptions> = {}) => {
    const tuitbot = await createTuitbot({
      config: loaded.config,
      account: ACCOUNT,
      tokens: () => ({
        get: async () => accessToken,
        renew: async () => accessToken,
        scopes: async () => ['tweet.read', 'tweet.write', 'users.read'],
      }),
      keys: keysFromFile(join(folder, 'master.key')),
      llm: friendly,
      ...more,
    })
    opened.push(tuitbot)
    return tuitbot
  }
  return {
    x,
    folder,
    tuitbot: await open(),
    open,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(opened.map((one) => one.close()))
      await x[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
