import { type OpenGround } from '../../packages/gateway/test/attacks-ground.js'
import { ATTACKS } from '../../packages/gateway/test/attacks-nine.js'
import { tryAttack } from '../../packages/gateway/test/attacks-trial.js'
import { type Fleet } from '../../packages/gateway/test/harness/fleet.js'
import { type Finding, type Findings, type Tried } from './finding.js'

export interface OurTrial {
  readonly schedules: number
  readonly seed: number
  readonly fleet: Fleet
  readonly ground: OpenGround
}

/** A schedule in which a process is killed costs the start of another, so there are fewer. */
const KILLED = 1 / 10

/** Tries every attack on the gateway, under at least so many schedules in all, and tells of each as it ends. */
export async function attackOurs(
  name: string,
  { schedules, seed, fleet, ground }: OurTrial,
): Promise<Findings> {
  const kinds = new Set(ATTACKS.map((attack) => attack.name)).size
  const each = Math.ceil(schedules / kinds)
  const findings: Record<string, Finding> = {}
  for (const attack of ATTACKS) {
    const before = findings[attack.name]
    const isKilled = before !== undefined
    const runs = isKilled ? Math.ceil(each * KILLED) : each
    const { wrong, due, effects } = await tryAttack(attack, { runs, seed, fleet, ground })
    const said = isKilled ? `${attack.name}, killed` : attack.name
    console.log(`${name}, ${said}: ${runs} schedules, ${due} due, ${effects} effects`)
    for (const one of wrong.slice(0, 5)) console.log(`  ${one}`)
    const example = wrong.length > 0 ? 'WRONG' : undefined
    findings[attack.name] = add(before, {
      kind: 'tried',
      trials: runs,
      wrong: wrong.length,
      example,
    })
  }
  return findings
}

/** The same attack, tried in two ways. */
function add(before: Finding | undefined, finding: Tried): Finding {
  if (before?.kind !== 'tried') return finding
  return {
    kind: 'tried',
    trials: before.trials + finding.trials,
    wrong: before.wrong + finding.wrong,
    example: before.example ?? finding.example,
  }
}
