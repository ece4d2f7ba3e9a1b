import { createGateway, DEFAULT_TIMES } from '../../src/index.js'
import { openPostgres } from '../../src/postgres/index.js'
import { expectEachOnce } from '../harness/expect-each-once.js'
import { createPostBox, drop } from '../harness/post-box.js'
import { createDatabase, distrust } from '../harness/postgres-databases.js'
import { createProxy } from '../harness/postgres-proxy.js'
import { ALLOW_ALL, PERSON, TIMES } from '../harness/small-world.js'

const times = {
  ...TIMES,
  busy: DEFAULT_TIMES.busy,
  permit: DEFAULT_TIMES.permit,
  settle: DEFAULT_TIMES.permit + TIMES.request + TIMES.readGap,
}

export interface CutTrial {
  readonly server: string
  readonly runs: number
  /** Whether what is gone by must be held. */
  readonly distrusts: boolean
}

/**
 * P14, on Postgres: the connection is cut at the n-th message of a change, for n = 0, 1, …, until one ends with nothing cut.
 * Every change is carried out once all the same, and whoever asked for it hears so.
 */
export async function cutEverywhere({ server, runs, distrusts }: CutTrial): Promise<number> {
  await using database = await createDatabase(server)
  if (distrusts) await distrust(database.url)
  await using proxy = await createProxy(database.url)
  const store = await openPostgres(proxy.url, { times })
  const box = createPostBox()
  const gateway = createGateway({
    store,
    times,
    effects: [box.effect],
    policy: ALLOW_ALL,
    breakers: false,
  })
  const texts: string[] = []
  const post = async (text: string) => {
    texts.push(text)
    const request = { operation: drop, args: { text }, account: 'alice', principal: PERSON }
    const { kind } = await gateway.run(request)
    if (kind !== 'executed') throw new Error(`${text}: it was ${kind}`)
  }
  let cuts = 0
  for (let run = 0; run < runs; run++) {
    for (const when of ['before', 'after'] as const) {
      for (let after = 0; ; after++) {
        proxy.cut(after, when)
        await post(`${run}: cut ${when} message ${after}`)
        if (!proxy.hasLost) break
        cuts += 1
      }
    }
  }
  await expectEachOnce(store, box.posts, texts)
  await gateway.close()
  return cuts
}
