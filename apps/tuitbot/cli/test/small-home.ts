import { join } from 'node:path'
import { startSimulator } from '@tuitbot/x-simulator'
import { logIn } from '../src/demo/start-demo.js'
import { writeDemoConfig } from '../src/demo/write-demo-config.js'
import { type Io } from '../src/io.js'
import { openTuitbot, makeHome } from '../src/open-home.js'
import { runCli } from '../src/run-cli.js'
import { tempHome } from './processes.js'

export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** A home with an account in a simulated world, its Tuitbot, and its terminal, in this process. */
export async function openSmallHome(env: Record<string, string> = {}) {
  const x = await startSimulator({ seed: 7 })
  const home = tempHome()
  writeDemoConfig(join(home.path, 'config.toml'), x)
  const settings = makeHome({ home: home.path }, record(env))
  await logIn(x, settings)
  const tuitbot = await openTuitbot(settings)
  return {
    x,
    path: home.path,
    tuitbot,
    async command(...args: readonly string[]): Promise<Said> {
      const io = record({ ...env, TUITBOT_HOME: home.path })
      const code = await runCli(args, io)
      return { code, ...io.said }
    },
    countPosts: () => x.truth.effects().filter(({ kind }) => kind === 'post.create').length,
    async [Symbol.asyncDispose]() {
      await tuitbot.close()
      await x[Symbol.asyncDispose]()
      home[Symbol.dispose]()
    },
  }
}

export type SmallHome = Awaited<ReturnType<typeof openSmallHome>>

/** A terminal at which nobody answers. */
export function record(
  env: Record<string, string> = {},
): Io & { said: { out: string; err: string } } {
  const said = { out: '', err: '' }
  return {
    said,
    env: { HOME: '/nonexistent', ...env },
    out: (text) => {
      said.out += text
    },
    err: (text) => {
      said.err += text
    },
    ask: async () => undefined,
  }
}
