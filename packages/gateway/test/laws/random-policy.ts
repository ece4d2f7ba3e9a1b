import { type JsonValue } from '@armorer/core'
import {
  type ArgCondition,
  type EffectClass,
  type Judged,
  type Principal,
  type Range,
  type Rule,
} from '../../src/index.js'
import { pick } from './random.js'

type Random = () => number

const OPERATIONS = ['post.create', 'post.delete', 'like.set', 'note.keep']
const CLASSES: readonly EffectClass[] = ['create', 'delete', 'set', 'local', 'spend']
const TOOLS = ['x:post@1', 'x:like@1', 'github:merge@2']
const CATEGORIES = ['write', 'engage', 'media']
const MODES = ['autopilot', 'composer', 'assist']
const KINDS: ReadonlyArray<Principal['kind']> = ['person', 'agent', 'loop']
const ACCOUNTS = ['alice', 'bob', 'carol']
const LABELS = ['untrusted', 'own', 'checked']
const TAGS = ['money', 'public']
const ACTIONS: ReadonlyArray<Rule['action']> = [
  'allow',
  'allow',
  'require_approval',
  'dry_run',
  'deny',
]
const ZONES = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe']
const TIMES = ['00:00', '02:30', '07:00', '12:00', '22:30', '23:59']
const DAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
const PATTERNS = ['^gm', 'free|win', '[0-9]{2,3}', 'a.c$', '(?:ab)+c?', '\\bgo\\b', '^\\p{Lu}']
const TEXTS = [
  'gm',
  'win 100 now',
  'abababc',
  'Go and see https://a.example',
  '@ana @bob hi',
  'aéc',
  '',
]

/** A rule with some conditions; `lowest` is the beginning of its band. */
export function randomRule(random: Random, id: string, lowest = 200): Rule {
  const some = <Value>(share: number, name: string, value: () => Value) =>
    random() < share ? { [name]: value() } : {}
  const action = lowest < 100 ? pick(random, ACTIONS.slice(2)) : pick(random, ACTIONS)
  return {
    id,
    action,
    ...some(0.7, 'priority', () => lowest + Math.floor(random() * 3)),
    ...some(0.1, 'enabled', () => false),
    ...some(0.1, 'shadow', () => true),
    ...some(0.4, 'operations', () => list(random, [...OPERATIONS, 'post.*', '*'])),
    ...some(0.2, 'classes', () => list(random, CLASSES)),
    ...some(0.2, 'tools', () => list(random, [...TOOLS, 'x:*', 'note.keep'])),
    ...some(0.2, 'categories', () => list(random, CATEGORIES)),
    ...some(0.2, 'modes', () => list(random, MODES)),
    ...some(0.3, 'principals', () => list(random, KINDS)),
    ...some(0.2, 'accounts', () => list(random, [...ACCOUNTS, 'al*'])),
    ...some(0.15, 'labels', () => list(random, LABELS)),
    ...some(0.1, 'tags', () => list(random, TAGS)),
    ...some(0.1, 'risk', () => randomRisk(random)),
    ...some(0.15, 'cost', () => ({ dimension: 'micro_usd', ...randomRange(random, [0, 15, 200]) })),
    ...some(0.25, 'args', () => [randomArg(random)]),
    ...some(0.15, 'schedule', () => randomSchedule(random)),
  }
}

export function randomRules(random: Random, most: number): Rule[] {
  const count = Math.floor(random() * (most + 1))
  return Array.from({ length: count }, (_, index) => randomRule(random, `r${index}`))
}

/** A request, at some moment of a year with both changes of the clock. */
export function randomJudged(random: Random): { judged: Judged; at: number } {
  const maybe = <Value>(value: Value) => (random() < 0.5 ? value : undefined)
  return {
    at: Date.UTC(2026, 0, 1) + Math.floor(random() * 365 * 24 * 60) * 60_000,
    judged: {
      operation: pick(random, OPERATIONS),
      class: pick(random, CLASSES),
      tool: maybe(pick(random, TOOLS)),
      category: maybe(pick(random, CATEGORIES)),
      tags: maybe(list(random, TAGS)),
      risk: maybe({
        effects: pick(random, ['read', 'write', 'unknown'] as const),
        idempotent: random() < 0.5,
        requiresApproval: false,
        dataSensitivity: pick(random, ['public', 'secret'] as const),
        externalNetwork: random() < 0.5,
        systemAccess: false,
        untrustedOutput: false,
      }),
      account: pick(random, ACCOUNTS),
      args: randomArgs(random),
      principal: { kind: pick(random, KINDS), id: 'p' },
      mode: pick(random, MODES),
      labels: random() < 0.5 ? [] : list(random, LABELS),
      uses: { post: 1, ...(random() < 0.7 && { micro_usd: pick(random, [0, 15, 200, 10_000]) }) },
    },
  }
}

export function shuffled<Item>(random: Random, items: readonly Item[]): Item[] {
  return items
    .map((item) => ({ item, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ item }) => item)
}

function list<Item>(random: Random, items: readonly Item[]): Item[] {
  const some = items.filter(() => random() < 0.5)
  return some.length > 0 ? some : [pick(random, items)]
}

function randomRange(random: Random, values: readonly number[]) {
  const [one, other] = [pick(random, values), pick(random, values)]
  const [min, max] = [Math.min(one, other), Math.max(one, other)]
  return pick<Range>(random, [{ min }, { max }, { min, max }])
}

function randomRisk(random: Random) {
  return pick(random, [
    { effects: ['write', 'unknown'] },
    { idempotent: false },
    { externalNetwork: true, dataSensitivity: ['secret'] },
  ])
}

function randomArg(random: Random): ArgCondition {
  return pick<ArgCondition>(random, [
    { path: 'text', matches: pick(random, PATTERNS) },
    { path: 'text', links: { min: 1 } },
    { path: 'text', mentions: { max: 0 } },
    { path: 'text', length: randomRange(random, [0, 2, 5, 20]) },
    { path: 'media', count: randomRange(random, [0, 1, 2]) },
    { path: 'media.*.type', equals: 'video' },
    { path: 'author', in: ['ana', 7, null] },
    { path: 'replyTo', exists: true },
    { path: 'replyTo', exists: false },
    { path: '__proto', exists: false },
  ])
}

function randomArgs(random: Random): JsonValue {
  const media = Array.from({ length: Math.floor(random() * 3) }, () => ({
    type: pick(random, ['image', 'video']),
  }))
  return {
    text: pick(random, TEXTS),
    ...(random() < 0.5 && { author: pick(random, ['ana', 'bob', 7, null, true]) }),
    ...(random() < 0.5 && { media: random() < 0.8 ? media : 'none' }),
    ...(random() < 0.3 && { replyTo: '1' }),
  }
}

function randomSchedule(random: Random) {
  const [from, until] = shuffled(random, TIMES)
  return {
    zone: pick(random, ZONES),
    ...pick(random, [{ from, until }, { from }, { until: '07:00' }, { days: list(random, DAYS) }]),
    ...(random() < 0.5 && { days: list(random, DAYS) }),
  }
}
