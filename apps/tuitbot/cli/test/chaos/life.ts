import { spawn, type ChildProcess } from 'node:child_process'

/** A process that is up, and in use until it is killed. */
export interface Life {
  /** At once and without a word; then waits until it is gone, and whoever used it knows. */
  kill(): Promise<void>
}

export interface Program {
  /** The worker's file, and what it is told. */
  readonly worker: string
  readonly home: string
}

/** Starts a part of Tuitbot, and waits for the first line that it says. */
export async function startPart({ worker, home }: Program, part: string, name: string) {
  const child = spawn(process.execPath, [worker, part, home, name], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const line = await Promise.race([firstLine(child), gone(child).then(() => undefined)])
  const kill = async () => {
    child.kill('SIGKILL')
    await gone(child)
  }
  return { line, kill, gone: () => gone(child) }
}

/** Between two wishes of the same user, so that two minutes of them stay within what a day allows. */
export const PAUSE_MS = 200

/**
 * Uses something over and over until it is said to be over. What goes wrong from then on is the kill's doing; what went wrong before
 * is a failure, and surfaces at the end.
 */
export function useOverAndOver(act: () => Promise<void>): { end(): Promise<void>; over(): void } {
  let isOver = false
  const using = (async () => {
    try {
      while (!isOver) await act()
    } catch (error) {
      if (!isOver) throw error
    }
  })()
  // It is looked at when it ends, and may fail before.
  using.catch(() => undefined)
  return { over: () => (isOver = true), end: () => using }
}

function firstLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    child.stdout?.on('data', (text) => {
      said += String(text)
      const [line, rest] = said.split('\n', 2)
      if (line !== undefined && rest !== undefined) resolve(line)
    })
  })
}

function gone(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('close', resolve))
}

export function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
