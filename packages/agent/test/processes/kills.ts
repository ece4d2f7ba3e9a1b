import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleWorker } from '../../../../scripts/bundle-worker.js'
import { validateConversation } from '../../src/conversation/validate-conversation.js'
import { type RunRecord } from '../../src/run/run-record.js'
import { openWorld, RUN_ID } from './world.js'

const KINDS = ['sqlite', 'jsonl'] as const

export interface KillFigures {
  /** Moments at which a process could be killed. */
  readonly points: number
  readonly kills: number
}

/**
 * A process is killed at some point of a run of twenty steps, and another takes the run up: nothing is posted twice, and
 * the conversation is sound.
 */
export async function killRuns(
  choose: (points: number) => readonly number[],
): Promise<KillFigures> {
  const program = await bundleWorker(new URL('run-worker.ts', import.meta.url))
  const folder = mkdtempSync(join(tmpdir(), 'agent-kills-'))
  let trials = 0
  let kills = 0
  try {
    let most = 0
    for (const kind of KINDS) {
      const whole = await startWorker(program, join(folder, `whole-${kind}`), kind)
      const { points } = JSON.parse(whole.output) as { points: number }
      most = Math.max(most, points)
      const left = [...choose(points)]
      const lane = async () => {
        for (let at = left.shift(); at !== undefined; at = left.shift()) {
          const place = join(folder, `trial-${++trials}`)
          const { isKilled } = await startWorker(program, place, kind, at)
          kills += isKilled ? 1 : 0
          await takeUp(place, kind, `${kind}, killed at ${at}`)
          rmSync(place, { recursive: true, force: true })
        }
      }
      // All of them end before the folder goes, or what went wrong in one would be hidden by what that does to the others.
      const lanes = await Promise.allSettled([lane(), lane(), lane()])
      for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason
    }
    return { points: most, kills }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

async function takeUp(place: string, kind: (typeof KINDS)[number], name: string): Promise<void> {
  const world = await openWorld(place, kind, () => undefined)
  try {
    const { stop, events } = await world.run()
    if (stop.kind !== 'done') throw new Error(`${name}: the run ended ${JSON.stringify(stop)}`)
    const violations = validateConversation(events)
    if (violations.length > 0) throw new Error(`${name}: ${JSON.stringify(violations)}`)
    const posts = world.posts()
    for (const { text, outcome } of outcomesOf(await world.store.read(RUN_ID))) {
      const count = posts.filter((post) => post === text).length
      const isDone = outcome === 'done' || outcome === 'duplicate'
      const isOpen = outcome === 'unknown' || outcome === 'in_progress'
      if (count > 1 || (isDone && count === 0) || (!isDone && !isOpen && count > 0)) {
        throw new Error(`${name}: ${text} is ${outcome}, and was posted ${count} times`)
      }
    }
    if (new Set(posts).size !== posts.length) throw new Error(`${name}: posted twice`)
    const { divergence } = await world.agent.replay(RUN_ID)
    if (divergence) throw new Error(`${name}: ${JSON.stringify(divergence)}`)
  } finally {
    await world.close()
  }
}

/** What the log says became of each post. */
function outcomesOf(records: readonly RunRecord[]) {
  const texts = new Map<string, string>()
  return records.flatMap((record) => {
    if (record.kind === 'answer') {
      for (const item of record.items) {
        if (item.kind !== 'message') continue
        for (const part of item.parts) {
          if (part.kind !== 'tool_call' || part.name !== 'post') continue
          texts.set(part.callId, (JSON.parse(part.arguments) as { text: string }).text)
        }
      }
    }
    const text = record.kind === 'output' ? texts.get(record.callId) : undefined
    return record.kind === 'output' && text !== undefined ? [{ text, outcome: record.outcome }] : []
  })
}

/** Runs to its end, or until it is killed. One that ends by a mistake of its own proves nothing. */
async function startWorker(program: string, folder: string, kind: string, killAt?: number) {
  const given = killAt === undefined ? [] : [String(killAt)]
  const child = spawn(process.execPath, [program, folder, kind, ...given], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  const isKilled = signal === 'SIGKILL'
  if (!isKilled && code !== 0) {
    throw new Error(
      `${kind}, to be killed at ${killAt}: it ended by itself, with ${signal ?? code}`,
    )
  }
  return { isKilled, output }
}
