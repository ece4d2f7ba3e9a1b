import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Effect } from '@tuitbot/x-simulator'

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url))

/** How this program is started from its sources. */
export const FROM_SOURCE = ['--conditions=@armorer/source', '--import', 'tsx', MAIN]

export interface Ran {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The command, as a person runs it in a terminal, to its end. */
export function runTuitbot(home: string, ...args: readonly string[]): Promise<Ran> {
  const child = start(home, args)
  const said = { out: '', err: '' }
  child.stdout?.on('data', (text) => (said.out += String(text)))
  child.stderr?.on('data', (text) => (said.err += String(text)))
  return new Promise((resolve) => child.once('close', (code) => resolve({ code, ...said })))
}

export interface RunningDemo extends AsyncDisposable {
  /** All that it has printed for whoever started it. */
  readonly said: string
  /** Logs in once. */
  readonly link: string | undefined
  readonly simulator: string
  /** All that it has printed until now. */
  heard(): string
  /** Ends it as Ctrl-C does, which a shell and npm both pass on, and waits. */
  stop(): Promise<number | null>
}

/** The demo, in a process of its own, once it has said where to look. */
export function startDemo(home: string, ...args: readonly string[]): Promise<RunningDemo> {
  return startDemoWith({}, home, ...args)
}

/** The same, with something in its environment. */
export async function startDemoWith(
  env: Readonly<Record<string, string>>,
  home: string,
  ...args: readonly string[]
): Promise<RunningDemo> {
  const child = start(home, ['demo', '--home', home, ...args], env)
  let heard = ''
  child.stdout?.on('data', (text) => (heard += String(text)))
  const said = await untilSaid(child, 'Stop with Ctrl-C')
  const gone = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    said,
    link: /http:\S+\/login\S+/.exec(said)?.[0],
    simulator: /The simulated X\s+(\S+)/.exec(said)?.[1] ?? '',
    heard: () => heard,
    async stop() {
      child.kill('SIGINT')
      await untilSaid(child, 'Stopping')
      child.kill('SIGINT')
      return gone
    },
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await gone
    },
  }
}

/** What went out, as the simulated X knows it. */
export async function listEffects(simulator: string): Promise<readonly Effect[]> {
  const response = await fetch(`${simulator}/truth/effects`)
  const body: unknown = await response.json()
  // Our own simulator answers it.
  return (Array.isArray(body) ? body : Reflect.get(Object(body), 'effects')) as Effect[]
}

/** A folder that is gone afterwards. */
export function tempHome(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'tuitbot-cli-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}

function start(home: string, args: readonly string[], more: object = {}): ChildProcess {
  const env = { ...process.env, ...more, TUITBOT_HOME: home }
  return spawn(process.execPath, [...FROM_SOURCE, ...args], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

function untilSaid(child: ChildProcess, words: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = ''
    let failed = ''
    child.stdout?.on('data', (text) => {
      said += String(text)
      if (said.includes(words)) resolve(said)
    })
    child.stderr?.on('data', (text) => (failed += String(text)))
    child.once('close', (code) => reject(new Error(`it ended with ${code}: ${failed}${said}`)))
  })
}
