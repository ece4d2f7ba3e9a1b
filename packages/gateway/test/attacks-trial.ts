import { randomUUID } from 'node:crypto'
import { openCrewField, openField, type Field } from './attacks-field.js'
import { type OpenGround } from './attacks-ground.js'
import { type NamedAttack } from './attacks-nine.js'
import { type Fleet } from './harness/fleet.js'
import { seeded } from './processes/seeded.js'

export interface AttackTrial {
  readonly runs: number
  readonly seed: number
  /** Whose record is the truth. */
  readonly fleet: Fleet
  readonly ground: OpenGround
}

/** What came of an attack, by the far side's own record. */
export interface Tally {
  /** Effects that a person had decided on. */
  readonly due: number
  readonly effects: number
  /** Schedules in which they differ, and how; each can be had again by its seed. */
  readonly wrong: readonly string[]
}

interface Expectation {
  readonly seed: number
  readonly account: string
  readonly texts: readonly string[]
}

/** So many schedules share a database: enough that they are in each other's way. */
const AT_ONE_FIELD = 50

/** Tries an attack under so many schedules, and holds the far side's record against what was due. */
export async function tryAttack(
  { attack, crew }: NamedAttack,
  { runs, seed, fleet, ground }: AttackTrial,
): Promise<Tally> {
  const open = crew ? openCrewField : openField
  // The far side is shared with other trials.
  const trial = randomUUID()
  const expected: Expectation[] = []
  const broken: string[] = []
  for (let first = 0; first < runs; first += AT_ONE_FIELD) {
    await using field = await open(ground, fleet.far)
    for (let run = first; run < Math.min(runs, first + AT_ONE_FIELD); run++) {
      const account = `${trial} ${seed + run}`
      try {
        const texts = await attack({ field, account, random: seeded(seed + run) })
        expected.push({ seed: seed + run, account, texts })
      } catch (error) {
        broken.push(`seed ${seed + run}: ${String(error)}`)
      }
      for (const gateway of field.gateways()) await gateway.executeApproved()
    }
    await settleAll(field)
    const audit = await field.gateways()[0]?.verifyAudit()
    if (audit?.kind === 'broken') broken.push(`${audit.account}: ${audit.reason}`)
  }
  const { due, effects, wrong } = await compare(fleet, expected)
  return { due, effects, wrong: [...wrong, ...broken] }
}

async function compare({ truth }: Fleet, expected: readonly Expectation[]) {
  const { posts } = await truth()
  let [due, effects] = [0, 0]
  const wrong: string[] = []
  for (const { seed, account, texts } of expected) {
    const seen = posts.filter((post) => post.account === account).map(({ text }) => text)
    due += texts.length
    effects += seen.length
    if (seen.toSorted().join('\n') === texts.toSorted().join('\n')) continue
    wrong.push(`seed ${seed}: due [${texts.join(', ')}], seen [${seen.join(', ')}]`)
  }
  return { due, effects, wrong }
}

/** Someone looks after what was left behind, until nothing is. */
async function settleAll(field: Field): Promise<void> {
  for (let round = 0; round < ROUNDS && (await isOpen(field)); round++) {
    await field.wait(field.times.readGap)
    for (const gateway of field.gateways()) {
      await gateway.reconcile()
      await gateway.executeApproved()
    }
  }
}

const ROUNDS = 50

async function isOpen(field: Field): Promise<boolean> {
  const [first] = field.gateways()
  const open = await first?.list({ states: ['claimed', 'dispatched', 'unknown'], limit: 1 })
  return open?.length !== 0
}
