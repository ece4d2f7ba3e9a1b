import { rulesPolicy, type PolicyDocument, type Rule } from '../../src/index.js'
import { parsePolicyFile } from '../../src/policy-file/index.js'
import { judgeNaively } from './naive-policy.js'
import { POLICY_FILES } from './policy-files.js'
import { randomJudged } from './random-policy.js'
import { pick, randomFrom, type Trial } from './random.js'

type Random = () => number

export interface MutationTrial extends Trial {
  /** How many requests each policy that is still good is asked about. */
  readonly requests: number
}

/**
 * P26: a damaged policy is refused whole, or it says what it says: over many requests it decides as the naive evaluator
 * does, which reads the same file without any of the engine.
 */
export function damagedPoliciesNeverWiden({ runs, seed, requests }: MutationTrial) {
  const random = randomFrom(seed)
  let [refused, accepted, changed] = [0, 0, 0]
  for (let run = 0; run < runs; run++) {
    const original = pick(random, POLICY_FILES)
    const text = damage(random, original)
    const parsed = parsePolicyFile(text)
    if (parsed.kind === 'bad') {
      refused += 1
      continue
    }
    accepted += 1
    if (text !== original) changed += 1
    compare(random, parsed.document, requests, text)
  }
  return { refused, accepted, changed }
}

function compare(random: Random, document: PolicyDocument, requests: number, text: string): void {
  const { rules = [], ...rest } = document
  const policy = rulesPolicy(rules, rest)
  const naive = [...rules, ...shortRules(document)]
  for (let request = 0; request < requests; request++) {
    const { judged, at } = randomJudged(random)
    const active = { version: 0, text: undefined, lifted: false, at }
    const { decision } = policy.current(active).judge(judged, active)
    const expected = judgeNaively(naive, [], judged, at)
    if (decision.kind !== expected.kind) {
      throw new Error(
        `${decision.kind}, not ${expected.kind}: ${JSON.stringify({ text, judged, at })}`,
      )
    }
  }
}

function shortRules(document: PolicyDocument): Rule[] {
  const { blocked_tools: blocked = [], require_approval_for: asked = [] } = document
  return [
    ...blocked.map((tool): Rule => ({ id: `b ${tool}`, action: 'deny', tools: [tool] })),
    ...asked.map((tool): Rule => ({ id: `a ${tool}`, action: 'require_approval', tools: [tool] })),
    ...(document.dry_run_mutations ? [{ id: 'd', action: 'dry_run' } as const] : []),
  ]
}

const TOKENS = [
  'nan',
  'inf',
  '-1',
  '1e400',
  '99999999999999999999',
  '2020-01-01',
  '[]',
  '{}',
  '""',
  'true',
  '"__proto__"',
  '"constructor"',
  '__proto__ = 1\n',
  '"allow"',
  '"deny"',
  '"*"',
  '"(a+)+$"',
  '"("',
  '\u0000',
  '\n[[rules]]\nid = "more"\naction = "allow"\n',
  '\nenabled = false\n',
  '\nshadow = true\n',
  'rules = []\n',
]

/** One to three small accidents. */
function damage(random: Random, original: string): string {
  let text = original
  for (let times = 1 + Math.floor(random() * 3); times > 0; times--)
    text = pick(random, ACCIDENTS)(random, text)
  return text
}

const ACCIDENTS: ReadonlyArray<(random: Random, text: string) => string> = [
  function flipBit(random, text) {
    const bytes = Buffer.from(text)
    const at = Math.floor(random() * bytes.length)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8))
    return bytes.toString()
  },
  function cut(random, text) {
    const [from, to] = span(random, text)
    return text.slice(0, from) + text.slice(to)
  },
  function repeat(random, text) {
    const [from, to] = span(random, text)
    return text.slice(0, to) + text.slice(from)
  },
  function swapLines(random, text) {
    const lines = text.split('\n')
    const [a, b] = [0, 0].map(() => Math.floor(random() * lines.length))
    return lines
      .map((line, at) => (at === a ? lines[b ?? 0] : at === b ? lines[a ?? 0] : line))
      .join('\n')
  },
  function dropLine(random, text) {
    const lines = text.split('\n')
    return lines.toSpliced(Math.floor(random() * lines.length), 1).join('\n')
  },
  function insert(random, text) {
    const [from] = span(random, text)
    return text.slice(0, from) + pick(random, TOKENS) + text.slice(from)
  },
  function misspell(random, text) {
    const words = [...text.matchAll(/(?<=")[^"\n]+(?=")/g)]
    if (words.length === 0) return text
    const { index, 0: word } = pick(random, words)
    const at = index + Math.floor(random() * word.length)
    return text.slice(0, at) + pick(random, ['a', 'e', '*', '.', '0', 'é']) + text.slice(at + 1)
  },
  function replaceValue(random, text) {
    const values = [...text.matchAll(/(?<== ?|[[,] ?)(?:"[^"\n]*"|[\w.-]+)/g)]
    if (values.length === 0) return text
    const { index, 0: old } = pick(random, values)
    const other = random() < 0.5 ? pick(random, values)[0] : pick(random, TOKENS)
    return text.slice(0, index) + other + text.slice(index + old.length)
  },
]

function span(random: Random, text: string): [number, number] {
  const from = Math.floor(random() * text.length)
  return [from, from + 1 + Math.floor(random() * 20)]
}
