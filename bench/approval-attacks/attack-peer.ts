import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Fleet } from '../../packages/gateway/test/harness/fleet.js'
import { type Finding, type Findings } from './finding.js'
import { startPeer, type PeerProcess, type PeerSystem, type Place } from './peer-process.js'

interface Trial {
  readonly text: string
  readonly one: PeerProcess
  readonly two: PeerProcess
  /** Another process of the same peer, on the same store. */
  readonly start: () => Promise<PeerProcess>
}

interface PeerAttack {
  readonly trials: number
  /** How many posts of `watched(text)` there must be. */
  readonly due: 0 | 1
  readonly watched?: (text: string) => string
  attack(trial: Trial): Promise<void>
}

const TRIALS = 10
/** Those that take seconds each. */
const SLOW_TRIALS = 3
const other = (text: string) => `${text}-other`

/** The same nine attacks, by the names that ours have. */
const ATTACKS: Readonly<Record<string, PeerAttack>> = {
  'same approval twice': {
    trials: TRIALS,
    due: 1,
    async attack({ one, text }) {
      const pending = await one.tell('ask', { text })
      for (let time = 0; time < 2; time++) await attempt(one.tell('approve', { pending }))
    },
  },
  'two at once': {
    trials: TRIALS,
    due: 1,
    async attack({ one, text }) {
      const pending = await one.tell('ask', { text })
      const approve = () => attempt(one.tell('approve', { pending }))
      await Promise.all([approve(), approve()])
    },
  },
  'approval for A used for B': {
    trials: TRIALS,
    due: 0,
    watched: other,
    async attack({ one, text }) {
      const [a, b] = [await one.tell('ask', { text }), await one.tell('ask', { text: other(text) })]
      await attempt(one.tell('swap', { a, b, textB: other(text) }))
    },
  },
  forged: {
    trials: TRIALS,
    due: 0,
    attack: ({ one, text }) => attempt(one.tell('forge', { text })),
  },
  expired: {
    trials: SLOW_TRIALS,
    due: 0,
    attack: ({ one, text }) => attempt(one.tell('expire', { text })),
  },
  'edited at rest': {
    trials: TRIALS,
    due: 0,
    watched: other,
    async attack({ one, text }) {
      const asked = await one.tell('ask', { text })
      const pending = await one.tell('tamper', { pending: asked, from: text, to: other(text) })
      await attempt(one.tell('approve', { pending }))
    },
  },
  'other principal': {
    trials: TRIALS,
    due: 0,
    async attack({ one, text }) {
      const pending = await one.tell('ask', { text })
      await attempt(one.tell('byAnother', { pending }))
    },
  },
  'after restart': {
    trials: SLOW_TRIALS,
    due: 1,
    async attack({ one, text, start }) {
      const pending = await one.tell('ask', { text })
      for (let time = 0; time < 2; time++) {
        const next = await start()
        await attempt(next.tell('approve', { pending }))
        await next.end()
      }
    },
  },
  'from two processes': {
    trials: TRIALS,
    due: 1,
    async attack({ one, two, text }) {
      const pending = await one.tell('ask', { text })
      await Promise.all([one, two].map((peer) => attempt(peer.tell('approve', { pending }))))
    },
  },
}

/** Tries every attack on a peer for which it has the feature. */
export async function attackPeer(
  system: PeerSystem,
  { fleet, postgres }: { readonly fleet: Fleet; readonly postgres: string | undefined },
): Promise<Findings> {
  const folder = mkdtempSync(join(tmpdir(), 'approval-attacks-'))
  const place: Place = { far: fleet.far, folder, postgres }
  const start = () => startPeer(system, place)
  // One after the other: both may want to make the same tables.
  const one = await start()
  const two = await start()
  const findings: Record<string, Finding> = {}
  for (const [name, attack] of Object.entries(ATTACKS)) {
    const why = system.none[name]
    findings[name] =
      why === undefined
        ? await tryOne(attack, { prefix: `${system.name} ${name}`, fleet, one, two, start })
        : { kind: 'none', why }
  }
  await Promise.all([one.end(), two.end()])
  rmSync(folder, { recursive: true, force: true })
  return findings
}

interface Around extends Omit<Trial, 'text'> {
  readonly prefix: string
  readonly fleet: Fleet
}

async function tryOne(
  { trials, due, watched = (text) => text, attack }: PeerAttack,
  { prefix, fleet, ...around }: Around,
): Promise<Finding> {
  const texts = Array.from({ length: trials }, (_, index) => `${prefix} ${index}`)
  for (const text of texts) await attack({ ...around, text })
  const { posts } = await fleet.truth()
  const seen = texts.map((text) => posts.filter((post) => post.text === watched(text)).length)
  const wrong = seen.filter((count) => count !== due)
  const example = wrong.length > 0 ? `${Math.max(...wrong)} for ${due}` : undefined
  return { kind: 'tried', trials, wrong: wrong.length, example }
}

/** A refusal is an answer; the far side says what it was worth. */
async function attempt(doing: Promise<unknown>): Promise<void> {
  await doing.catch(() => undefined)
}
