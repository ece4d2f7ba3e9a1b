import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { StorageError } from '../../src/index.js'
import { pick, randomFrom } from '../laws/random.js'
import {
  createSmallWorld,
  PERSON,
  rulesOf,
  TIMES,
  type SmallWorld,
} from '../harness/small-world.js'

test('a row that was damaged at random is refused or left to a person, and nothing is sent twice for it', async () => {
  const random = randomFrom(7)
  const ends = new Map<string, number>()
  for (let trial = 0; trial < 50; trial++) {
    const damaged = await tryDamage(random)
    ends.set(damaged, (ends.get(damaged) ?? 0) + 1)
  }

  expect(ends.get('damaged') ?? 0).toBeGreaterThan(12)
})

test('a lost send whose arguments were damaged is not looked for with them', async () => {
  await using world = createSmallWorld()
  world.far.script.push('drop_after')
  await world.gateway.run(world.post('gm'))
  damage(world, `update gateway_intent set args_json = '{"text":"something else"}'`)
  await pass(world)

  expect(await world.gateway.list()).toMatchObject([{ state: 'needs_human' }])
  expect(await world.gateway.run(world.post('gm'))).toMatchObject({ kind: 'needs_human' })
  expect(world.far.posts).toHaveLength(1)
})

test('a row that cannot be read does not keep the others from being found out', async () => {
  await using world = createSmallWorld()
  for (const text of ['a', 'b', 'c']) {
    world.far.script.push('drop_after')
    await world.gateway.run(world.post(text))
  }
  damage(world, `update gateway_intent set probe_json = '{' where args_json like '%"b"%'`)
  await pass(world)

  expect(await world.gateway.list({ states: ['succeeded'] })).toHaveLength(2)
  expect(await world.gateway.run(world.post('a'))).toMatchObject({ kind: 'replayed' })
  expect(world.far.posts).toHaveLength(3)
})

test('an account whose chain was damaged is refused, and the others go on', async () => {
  await using world = createSmallWorld()
  for (const account of ['alice', 'bob']) {
    world.far.script.push('drop_after')
    await world.gateway.run(world.post('gm', { account }))
  }
  damage(world, `update gateway_account set head = 'short' where account = 'alice'`)
  await pass(world)

  expect(await world.gateway.run(world.post('new'))).toMatchObject({
    kind: 'denied',
    code: 'storage',
  })
  expect(await world.gateway.list({ account: 'bob' })).toMatchObject([{ state: 'succeeded' }])
})

test('the audit cannot be changed through SQL while its triggers are there', async () => {
  await using world = createSmallWorld()
  await world.gateway.run(world.post('gm'))
  const beside = new DatabaseSync(world.path)

  expect(() => beside.exec('delete from gateway_audit')).toThrow('append-only')
  expect(() => beside.exec(`update gateway_audit set at = 0`)).toThrow('append-only')
  expect(() => beside.exec(`update gateway_audit set payload_json = '{}'`)).toThrow('append-only')
  beside.close()
})

const TEXTS = ['done', 'lost', 'waiting', 'approved']

/** A world with an intent in every state, one value of which is damaged; then everyone goes on as before. */
async function tryDamage(random: () => number): Promise<'damaged' | 'refused by the schema'> {
  const policy = rulesOf({ id: 'ask', action: 'require_approval', modes: ['ask'] })
  await using world = createSmallWorld({ policy })
  const { gateway } = world
  const post = (text: string, mode = 'x') =>
    gateway.run(world.post(text, { mode, idempotencyKey: text }))
  await post('done')
  world.far.script.push('drop_after')
  await post('lost')
  await post('waiting', 'ask')
  const asked = await post('approved', 'ask')
  if ('intent' in asked) await gateway.approve(asked.intent ?? '', { principal: PERSON })
  if (!damageOne(world, random)) return 'refused by the schema'

  await pass(world)
  for (const text of TEXTS) await typed(() => post(text, text === 'waiting' ? 'ask' : 'x'))
  await typed(() => gateway.executeApproved())
  await pass(world)
  for (const text of TEXTS.slice(0, 2)) {
    const times = world.far.posts.filter((post) => post.text === text).length
    if (times !== 1) throw new Error(`${text} was posted ${times} times`)
  }
  for (const text of world.far.posts.map((post) => post.text)) {
    if (!TEXTS.includes(text)) throw new Error(`${text} was never asked for`)
  }
  return 'damaged'
}

const GARBAGE = [
  `''`,
  `'nonsense'`,
  `'{"a":'`,
  `'[]'`,
  `'null'`,
  'null',
  '-1',
  '9007199254740993',
  `x'00ff'`,
  '1.5',
]

/** Not the flags and times that say whether something is held: a flag that was lowered cannot be told from one that fell. */
const COLUMNS = [
  ['gateway_intent', 'args_json'],
  ['gateway_intent', 'labels_json'],
  ['gateway_intent', 'content'],
  ['gateway_intent', 'probe_json'],
  ['gateway_intent', 'evidence_json'],
  ['gateway_intent', 'value_json'],
  ['gateway_intent', 'undo_json'],
  ['gateway_intent', 'failure_json'],
  ['gateway_intent', 'state'],
  ['gateway_intent', 'class'],
  ['gateway_intent', 'principal_kind'],
  ['gateway_intent', 'generation'],
  ['gateway_intent', 'key_held'],
  ['gateway_intent', 'created_at'],
  ['gateway_account', 'seq'],
  ['gateway_account', 'head'],
  ['gateway_account', 'seen_at'],
  ['gateway_account', 'paused'],
  ['gateway_control', 'paused'],
  ['gateway_control', 'min_writer_version'],
  ['gateway_audit', 'hash'],
  ['gateway_audit', 'payload_json'],
] as const

function damageOne(world: SmallWorld, random: () => number): boolean {
  const [table, column] = pick(random, COLUMNS)
  const row = Math.floor(random() * 4)
  const first = table === 'gateway_control' ? 'id' : table === 'gateway_intent' ? 'id' : 'account'
  const where = `where ${first} = (select ${first} from ${table} limit 1 offset ${row})`
  try {
    return damage(world, `update ${table} set ${column} = ${pick(random, GARBAGE)} ${where}`) > 0
  } catch {
    return false
  }
}

function damage({ path }: SmallWorld, sql: string): number {
  const beside = new DatabaseSync(path)
  try {
    beside.exec('drop trigger if exists gateway_audit_no_update')
    beside.exec('drop trigger if exists gateway_audit_no_delete')
    beside.exec('drop trigger if exists gateway_audit_only_erase')
    return beside.prepare(sql).run().changes
  } finally {
    beside.close()
  }
}

async function pass(world: SmallWorld): Promise<void> {
  for (let round = 0; round < 3; round++) {
    world.clock.advance(TIMES.settle)
    await typed(() => world.gateway.reconcile())
  }
}

async function typed(act: () => Promise<unknown>): Promise<void> {
  try {
    await act()
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
  }
}
