import { createMemory, noMemory, type Memory, type Outcome } from '../../src/index.js'
import { worldOnSqlite, type CreateWorld, type LawWorld } from '../harness/law-world.js'
import { deletePost, limitedTo, TIMES, type Behaviour } from '../harness/small-world.js'
import { setsEndAsTheModelSays, unknownIsNeverGuessed, type Surroundings } from './outcome-laws.js'
import { poisonedMemory } from './poisoned-memory.js'
import { pick, randomFrom, type Trial } from './random.js'

const MEMORIES: Readonly<Record<string, (seed: number) => Memory>> = {
  on: () => createMemory(),
  off: () => noMemory,
  poisoned: (seed) => poisonedMemory(randomFrom(seed)),
}

/** P10: the same requests, with memory on, off and poisoned: the same outcomes and the same truth. */
export async function memoryChangesNothing({
  runs,
  seed,
  createWorld = worldOnSqlite,
}: Trial & Pick<Surroundings, 'createWorld'>): Promise<void> {
  for (let run = 0; run < runs; run++) {
    const told = new Map<string, string>()
    for (const [name, make] of Object.entries(MEMORIES)) {
      told.set(name, await live(createWorld, seed + run, () => make(seed + run)))
    }
    const [first, ...others] = told.values()
    if (others.some((other) => other !== first)) {
      const lines = Array.from(told, ([name, text]) => `${name}: ${text}`)
      throw new Error(`seed ${seed + run}:\n${lines.join('\n')}`)
    }
  }
}

/** P10 over P5 and P6: with every memory each of them holds. */
export async function lawsHoldWithEveryMemory({
  runs,
  seed,
  createWorld = worldOnSqlite,
}: Trial & Pick<Surroundings, 'createWorld'>): Promise<void> {
  for (const make of Object.values(MEMORIES)) {
    const surroundings = { createWorld, memory: () => make(seed) }
    await setsEndAsTheModelSays({ runs: runs * 10, seed, ...surroundings })
    await unknownIsNeverGuessed({ runs, seed, ...surroundings })
    await twinsAreOne(runs, surroundings)
  }
}

/** P3 in one process: of many of the same at once, from two gateways, one is sent. */
async function twinsAreOne(
  runs: number,
  { createWorld, memory }: { readonly createWorld: CreateWorld; readonly memory: () => Memory },
): Promise<void> {
  await using world = await createWorld({ memory })
  for (let run = 0; run < runs; run++) {
    const request = world.post('gm', { account: `t${run}` })
    const asked = Array.from({ length: 20 }, (_, index) =>
      (index % 2 ? world.gateway : world.other).run(request),
    )
    const outcomes = await Promise.all(asked)
    const executed = outcomes.filter((outcome) => outcome.kind === 'executed').length
    const posts = world.far.posts.filter(({ account }) => account === `t${run}`).length
    if (executed !== 1 || posts !== 1) throw new Error(`${executed} executed, ${posts} are there`)
  }
}

const FAULTS: readonly Behaviour[] = [
  'ok',
  'ok',
  'ok',
  'refuse',
  'drop_before',
  'drop_after',
  'error_after',
  'not_connected',
]

/** A random life of one account, as those who asked saw it and as the far side has it. */
async function live(createWorld: CreateWorld, seed: number, memory: () => Memory): Promise<string> {
  const random = randomFrom(seed)
  await using world = await createWorld({
    memory,
    policy: limitedTo({ dimension: 'post.create', max: 6, per: '20s' }),
  })
  const seen: string[] = []
  for (let step = 0; step < 14; step++) {
    world.far.script.push(pick(random, FAULTS))
    const outcome = await world.gateway.run(anyRequest(world, random))
    seen.push(say(outcome))
    world.far.script.length = 0
    if (random() < 0.3) {
      await world.advance(pick(random, [1, TIMES.settle, TIMES.fingerprintHeld]))
      const { looked, succeeded, failed, waiting } = await world.gateway.reconcile()
      seen.push(`looked ${looked}/${succeeded}/${failed}/${waiting}`)
    }
  }
  const likes = Array.from(world.far.likes, ([post, liked]) => `${post}: ${liked}`).toSorted()
  return JSON.stringify({ seen, posts: world.far.posts, likes, requests: world.far.requests })
}

function anyRequest(world: LawWorld, random: () => number) {
  const text = pick(random, ['gm', 'gn', 'hello'])
  const key = random() < 0.5 ? { idempotencyKey: pick(random, ['1', '2', '3']) } : {}
  const repeat = 'idempotencyKey' in key && random() < 0.3 ? { allowRepeat: true } : {}
  const account = pick(random, ['alice', 'alice', 'bob'])
  const principal = pick(random, [
    { kind: 'person', id: 'ann' },
    { kind: 'loop', id: 'l' },
  ] as const)
  const more = { account, principal, ...key, ...repeat }
  const kind = random()
  if (kind < 0.6) return world.post(text, more)
  if (kind < 0.9) return world.like(pick(random, ['p', 'q']), random() < 0.5, more)
  return world.post('', {
    ...more,
    operation: deletePost,
    args: { id: pick(random, ['1', '2', '3']) },
  })
}

function say(outcome: Outcome): string {
  const value = 'value' in outcome ? JSON.stringify(outcome.value) : ''
  const code = 'code' in outcome ? outcome.code : ''
  return [outcome.kind, code, value].join(' ').trim()
}
