import { DatabaseSync } from '@photostructure/sqlite'
import { rulesPolicy, type GatewayRequest } from '../../src/index.js'
import { createSmallWorld, deletePost, effectsOn, type SmallWorld } from '../harness/small-world.js'
import { pick, randomFrom, type Trial } from './random.js'

/** P29: what is only rehearsed sends nothing, uses nothing and changes nothing but the record of it. */
export async function rehearsalsTouchNothing({
  runs,
  seed,
}: Trial): Promise<{ rehearsed: number }> {
  const random = randomFrom(seed)
  const limits = ['post.create', 'like.set', 'micro_dollars'].map((dimension) => ({
    dimension,
    max: 1_000_000,
    per: '1d',
  }))
  const live = rulesPolicy([{ id: 'all', action: 'allow' }], { limits })
  await using world = createSmallWorld({ policy: live })
  for (const text of ['one', 'two']) await world.gateway.run(world.post(text))
  await world.gateway.run(world.like('p', true))
  const dry = world.open({
    effects: effectsOn(world.far),
    policy: rulesPolicy([{ id: 'dry', action: 'dry_run' }], { limits }),
  }).gateway
  const before = JSON.stringify(world.far.posts)
  const [requests, rows] = [world.far.requests, contentsOf(world.path)]
  for (let run = 0; run < runs; run++) {
    const request = anyRequest(world, random, run)
    const outcome = await dry.run(request)
    if (outcome.kind !== 'dry_run') throw new Error(`it was not rehearsed: ${outcome.kind}`)
    const { text } = Object(request.args)
    if (text !== undefined && Object(outcome.preview).text !== text) {
      throw new Error('the preview is of something else')
    }
  }
  if (world.far.requests !== requests || JSON.stringify(world.far.posts) !== before) {
    throw new Error('a rehearsal reached the far side')
  }
  if (contentsOf(world.path) !== rows) throw new Error('a rehearsal changed the database')
  const { length } = await world.gateway.list({ states: ['dry_run'], limit: runs + 1 })
  if (length !== runs) throw new Error(`${length} of ${runs} rehearsals are on record`)
  return { rehearsed: runs }
}

function anyRequest(world: SmallWorld, random: () => number, run: number): GatewayRequest {
  const letters = Array.from({ length: 1 + Math.floor(random() * 40) }, () =>
    pick(random, ['a', 'é', '😀', ' http://x.example ', '@ana', '\n', '"']),
  )
  return pick(random, [
    world.post(`${run} ${letters.join('')}`),
    world.like(`p${run}`, random() < 0.5),
    { ...world.post(''), operation: deletePost, args: { id: String(run) } },
  ])
}

/** Everything but the audit and the rehearsals that it speaks of. */
function contentsOf(path: string): string {
  const db = new DatabaseSync(path)
  try {
    const all = (sql: string) => db.prepare(sql).all()
    return JSON.stringify([
      all('select * from gateway_use order by intent, dimension'),
      all('select * from gateway_slot order by account, slot'),
      all('select * from gateway_control'),
      all('select * from gateway_policy'),
      all(`select * from gateway_intent where state <> 'dry_run' order by id`),
    ])
  } finally {
    db.close()
  }
}
