import { createGateway, DEFAULT_TIMES, type Gateway } from '../../src/index.js'
import { openPostgres } from '../../src/postgres/index.js'
import { expectEachOnce } from '../harness/expect-each-once.js'
import { createPostBox, drop, type PostBox } from '../harness/post-box.js'
import { createDatabase } from '../harness/postgres-databases.js'
import { createProxy, type CommitFate } from '../harness/postgres-proxy.js'
import { ALLOW_ALL, PERSON, TIMES } from '../harness/small-world.js'

export interface LostCommitFigures {
  readonly trials: number
  /** How many commits were lost. */
  readonly lost: number
}

const FATES: readonly CommitFate[] = ['answer lost', 'commit lost']
/** In one go there are two transactions, and in the open three. */
const WAYS = [
  { act: runWhole, commits: 2 },
  { act: runApart, commits: 3 },
]

/**
 * P12: the connection is lost with the answer to a commit, or with the commit itself, at each of the transactions of a change.
 * Whoever waits hears the truth, and nothing is done twice.
 */
export async function loseCommits(server: string, runs: number): Promise<LostCommitFigures> {
  await using database = await createDatabase(server)
  await using proxy = await createProxy(database.url)
  const times = { ...TIMES, busy: DEFAULT_TIMES.busy, permit: DEFAULT_TIMES.permit }
  const settle = times.permit + times.request + times.readGap
  const store = await openPostgres(proxy.url, { times: { ...times, settle } })
  const box = createPostBox()
  const gateway = createGateway({
    breakers: false,
    store,
    times: { ...times, settle },
    effects: [box.effect],
    policy: ALLOW_ALL,
  })
  const texts: string[] = []
  let lost = 0
  for (let run = 0; run < runs; run++) {
    for (const fate of FATES) {
      for (const { act, commits } of WAYS) {
        for (let after = 0; after < commits; after++) {
          const text = `${run}: ${fate}, ${act.name}, ${after}`
          texts.push(text)
          proxy.loseCommit(after, fate)
          const kind = await act(gateway, box, text)
          if (kind !== 'executed') throw new Error(`${text}: it was ${kind}`)
          if (!proxy.hasLost) throw new Error(`${text}: no commit was lost`)
          lost += 1
        }
      }
    }
  }
  await expectEachOnce(store, box.posts, texts)
  await gateway.close()
  return { trials: texts.length, lost }
}

async function runWhole(gateway: Gateway, _: PostBox, text: string): Promise<string> {
  return (await gateway.run(requestFor(text))).kind
}

async function runApart(gateway: Gateway, box: PostBox, text: string): Promise<string> {
  const decision = await gateway.evaluate(requestFor(text))
  if (decision.kind !== 'proceed') return decision.kind
  const dispatched = await gateway.dispatch(decision.ticket)
  if (dispatched.kind !== 'dispatched') return dispatched.kind
  const applied = box.send(dispatched.permit, dispatched.request)
  return (await gateway.completeSuccess(decision.ticket, applied)).kind
}

function requestFor(text: string) {
  return { operation: drop, args: { text }, account: 'alice', principal: PERSON }
}
