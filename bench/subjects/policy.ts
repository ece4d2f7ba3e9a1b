import {
  rulesPolicy,
  type ActivePolicy,
  type Judged,
  type Judgement,
  type Rule,
} from '@armorer/gateway'
import { type Benchmark, type Peer } from '../benchmark.js'
import { createPlainBitSets, type PolicyCase } from '../fixtures/plain-bit-sets.js'
import { fillAudit } from '../fixtures/fill-audit.js'
import { openGateWorld, temporaryPath } from '../fixtures/gate-world.js'
import { loadCasbin, loadCasl, loadCedar, type Allows } from '../fixtures/policy-peers.js'
import { makePolicyCases, makeRules } from '../fixtures/synthetic-rules.js'

const CASES = makePolicyCases(512)
/** A request is made for each claim, whoever judges it; that is not the judging. */
const JUDGED = CASES.map(toJudged)
const ACTIVE: ActivePolicy = { version: 0, text: undefined, lifted: false, at: 1_800_000_000_000 }
const LOADERS = [
  ['casl', loadCasl],
  ['casbin', loadCasbin],
  ['cedar-wasm', loadCedar],
] as const

const RULES = makeRules(1000)
const plain = createPlainBitSets(RULES)
const decide = createOurs(1000)

export const benchmarks: Benchmark[] = [
  {
    kind: 'race',
    id: 'policy.1000',
    goal: 3,
    limit: { name: 'bit sets by hand', run: repeat(plain, CASES) },
    ours: { name: 'ours, with rule and reason', run: repeat(decide, JUDGED) },
    peers: LOADERS.map(([name, load]): Peer => ({
      name,
      load: async () => {
        const allows = await load(RULES)
        return allows && repeatSlowly(allows)
      },
    })),
  },
  {
    kind: 'tally',
    id: 'policy.1000.disagreed',
    goal: 0,
    of: CASES.length,
    ours: () => CASES.filter((one) => decide(toJudged(one)).rule !== nameOf(plain(one))).length,
    peers: LOADERS.map(([name, load]) => ({
      name,
      count: async () => {
        const allows = await load(RULES)
        return allows && countWrong(allows)
      },
    })),
  },
  {
    kind: 'race',
    id: 'policy.growth',
    goal: 2.5,
    limit: { name: '10 rules', run: repeat(createOurs(10), JUDGED) },
    ours: { name: '1,000 rules', run: repeat(decide, JUDGED) },
    peers: [],
  },
  {
    kind: 'figure',
    id: 'policy.rehearsal',
    goal: 2,
    /** Seconds for a hundred thousand recorded intents under another policy. */
    ours: rehearseMany,
  },
]

function createOurs(count: number): (judged: Judged) => Judgement {
  const ruleSet = rulesPolicy(makeRules(count)).current(ACTIVE)
  return (judged) => ruleSet.judge(judged, ACTIVE)
}

function toJudged({ operation, category, mode, principal }: PolicyCase): Judged {
  return {
    operation,
    class: 'create',
    category,
    account: 'alice',
    args: { text: 'gm' },
    principal: { kind: principal, id: 'p' },
    mode,
    labels: [],
    uses: { [operation]: 1 },
  }
}

async function countWrong(allows: Allows) {
  // Slow peers are asked about a part.
  const cases = CASES.slice(0, 64)
  const answers = await Promise.all(cases.map(async (one) => allows(one)))
  return cases.filter((one, index) => answers[index] !== (plain(one)?.action === 'allow')).length
}

function nameOf(rule: Rule | undefined): string {
  return rule?.id ?? 'default-deny'
}

function repeat<Asked>(decide: (asked: Asked) => unknown, cases: readonly Asked[]) {
  return (times: number) => {
    for (let time = 0; time < times; time++) {
      const asked = cases[time % cases.length]
      if (asked !== undefined) decide(asked)
    }
  }
}

function repeatSlowly(allows: Allows) {
  return async (times: number) => {
    for (let time = 0; time < times; time++) {
      const asked = CASES[time % CASES.length]
      if (asked) await allows(asked)
    }
  }
}

const RECORDED = 100_000

async function rehearseMany() {
  const path = temporaryPath('rehearsal.db')
  await fillAudit(path, RECORDED * 3)
  const { gateway } = openGateWorld(path)
  const limits = [{ dimension: 'post.create', max: 1_000_000, per: '1d' }]
  const rules = [{ id: 'posts', action: 'allow', operations: ['post.*'] }, ...RULES] as const
  const [wall, cpu] = [performance.now(), process.cpuUsage().user]
  const rehearsal = await gateway.rehearse({ rules, limits }, { since: 0 })
  const value = (performance.now() - wall) / 1_000
  const used = (process.cpuUsage().user - cpu) / 1e6
  await gateway.close()
  if (rehearsal.kind !== 'rehearsed' || rehearsal.intents < RECORDED) {
    throw new Error(`not all were rehearsed: ${JSON.stringify(rehearsal)}`)
  }
  return { value, notes: { 'seconds of CPU': used, intents: rehearsal.intents } }
}
