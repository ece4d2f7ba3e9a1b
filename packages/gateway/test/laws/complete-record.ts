import { type AuditEvent } from '../../src/audit/index.js'
import { createSmallWorld, TIMES, type Behaviour, type SmallWorld } from '../harness/small-world.js'
import { pick, randomFrom, type Trial } from './random.js'

const BEHAVIOURS: readonly Behaviour[] = [
  'ok',
  'ok',
  'refuse',
  'drop_before',
  'drop_after',
  'error_before',
  'error_after',
  'bad_body',
  'no_id',
  'cut_off',
  'not_connected',
]

const AT_ONCE = 20

/** P31: whatever has reached the far side was claimed, dispatched and found to have succeeded on record, in this order. Says how much did. */
export async function everyWriteIsOnRecord({ runs, seed }: Trial): Promise<number> {
  const random = randomFrom(seed)
  let writes = 0
  for (let run = 0; run < runs; run++) {
    await using world = createSmallWorld()
    for (let index = 0; index < AT_ONCE; index++) {
      world.far.script.splice(0, Infinity, pick(random, BEHAVIOURS))
      const account = pick(random, ['alice', 'bob'])
      await world.gateway.run(world.post(`${run} ${index}`, { account }))
    }
    for (let round = 0; round < 3; round++) {
      world.clock.advance(TIMES.settle)
      await world.gateway.reconcile()
    }
    await checkRecord(world)
    writes += world.far.posts.length
  }
  return writes
}

async function checkRecord({ far, store, gateway }: SmallWorld): Promise<void> {
  const intents = await gateway.list({ operations: ['post.create'], limit: 1_000 })
  for (const { id, account } of far.posts) {
    const [of, ...others] = intents.filter(
      (one) => one.account === account && one.externalId === id,
    )
    if (!of || others.length > 0) throw new Error(`post ${id} is of ${others.length} intents`)
    const kinds = await kindsOf(store.auditTrail(account), of.id)
    const isWhole = kinds[0] === 'dispatched' && kinds.at(-1) === 'succeeded'
    if (!isWhole) throw new Error(`post ${id} is on record as ${kinds.join(', ')}`)
  }
}

async function kindsOf(events: AsyncIterable<AuditEvent>, intent: string): Promise<string[]> {
  const kinds = []
  for await (const event of events) if (event.intent === intent) kinds.push(event.kind)
  return kinds
}
