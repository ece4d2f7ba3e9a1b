import { isWeaker, type Decision } from '@armorer/core'
import {
  HARD_RULES,
  rulesPolicy,
  type ActivePolicy,
  type Judged,
  type Rule,
} from '../../src/index.js'
import { judgeNaively, matches } from './naive-policy.js'
import { randomJudged, randomRule, randomRules, shuffled } from './random-policy.js'
import { randomFrom, type Trial } from './random.js'

const REQUESTS = 12

/** P27: whatever the order of the rules, the decision and the rule that is named are those of the naive evaluator. */
export function rulesAreTheirJoin({ runs, seed }: Trial): { decisions: number } {
  const random = randomFrom(seed)
  for (let run = 0; run < runs; run++) {
    const rules = randomRules(random, 40)
    const hard = [randomRule(random, 'x:hard', 0)]
    const judges = [rules, shuffled(random, rules)].map((one) => judgeBy(one, hard))
    for (let request = 0; request < REQUESTS; request++) {
      const { judged, at } = randomJudged(random)
      const naive = judgeNaively(rules, hard, judged, at)
      for (const judge of judges) {
        const { decision, rule } = judge(judged, at)
        if (decision.kind !== naive.kind || rule !== naive.rule) {
          const said = `${decision.kind} by ${rule}, not ${naive.kind} by ${naive.rule}`
          throw new Error(`${said}: ${JSON.stringify({ run, rules, hard, judged, at })}`)
        }
      }
    }
  }
  return { decisions: runs * REQUESTS * 2 }
}

/** No rule of a user or a template, and no lifting of rules, makes anything weaker than the hard rules that match. */
export function nothingLoosensAHardRule({ runs, seed }: Trial): { bound: number } {
  const random = randomFrom(seed)
  let bound = 0
  for (let run = 0; run < runs; run++) {
    const rules = randomRules(random, 12)
    const hard = [randomRule(random, 'x:a', 0), randomRule(random, 'x:b', 0)]
    const judge = judgeBy(rules, hard)
    for (let request = 0; request < REQUESTS; request++) {
      const { judged, at } = randomJudged(random)
      const least = [...HARD_RULES, ...hard]
        .filter((rule) => rule.enabled !== false && rule.shadow !== true)
        .filter((rule) => matches(rule, judged, at))
        .map(floorOf)
      bound += least.length > 0 ? 1 : 0
      for (const lifted of [false, true]) {
        const { decision } = judge(judged, at, lifted)
        const broken = least.find((floor) => isWeaker(decision, floor))
        if (broken) {
          throw new Error(
            `weaker than a hard rule: ${JSON.stringify({ run, rules, hard, judged, at })}`,
          )
        }
      }
    }
  }
  return { bound }
}

function judgeBy(rules: readonly Rule[], hard: readonly Rule[]) {
  const policy = rulesPolicy(rules, { hard })
  return (judged: Judged, at: number, lifted = false) => {
    const active: ActivePolicy = { version: 0, text: undefined, lifted, at }
    return policy.current(active).judge(judged, active)
  }
}

function floorOf({ action }: Rule): Decision {
  switch (action) {
    case 'deny':
      return { kind: 'deny', reasons: [] }
    case 'dry_run':
      return { kind: 'dry_run', reasons: [] }
    case 'require_approval':
      return { kind: 'ask', asks: [] }
    case 'allow':
      return { kind: 'allow' }
  }
}
