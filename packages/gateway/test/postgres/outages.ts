import { setTimeout as sleep } from 'node:timers/promises'
import { createGateway, DEFAULT_TIMES, type Gateway, type Times } from '../../src/index.js'
import { openPostgres } from '../../src/postgres/index.js'
import { expectEachOnce } from '../harness/expect-each-once.js'
import { createPostBox, drop } from '../harness/post-box.js'
import { createDatabase } from '../harness/postgres-databases.js'
import { createProxy } from '../harness/postgres-proxy.js'
import { type PostgresServer } from '../harness/postgres-server.js'
import { ALLOW_ALL, PERSON, TIMES } from '../harness/small-world.js'

export interface OutageTrial {
  readonly server: PostgresServer
  readonly intents: number
  readonly outages: number
  /** How long it is well between two outages, and how long one of them lasts, at most. */
  readonly wellMs: number
  readonly awayMs: number
  readonly random: () => number
}

export interface OutageFigures {
  readonly intents: number
  readonly stops: number
  readonly blackHoles: number
  /** From the end of the last outage until nothing was open any more. */
  readonly settledMs: number
}

const LANES = 16
/** A black hole is noticed after this time, which must not be all of a trial. */
const times: Times = { ...TIMES, busy: 3_000, permit: DEFAULT_TIMES.permit, settle: 8_000 }

/** P13: the server is stopped and started again, or the way to it swallows everything, while intents are carried out. */
export async function carryOnThroughOutages(trial: OutageTrial): Promise<OutageFigures> {
  const { server, intents, outages, random } = trial
  await using database = await createDatabase(server.url)
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
  const texts = Array.from({ length: intents }, (_, index) => `intent ${index}`)

  const figures = { stops: 0, blackHoles: 0 }
  const disturb = async () => {
    for (let outage = 0; outage < outages; outage++) {
      await sleep(trial.wellMs * (0.5 + random() / 2))
      if (outage % 2 === 0) {
        await server.stop()
        await sleep(trial.awayMs * random())
        await server.start()
        figures.stops += 1
      } else {
        proxy.blackHole(true)
        await sleep(trial.awayMs * random())
        proxy.blackHole(false)
        figures.blackHoles += 1
      }
    }
  }
  let isWell = false
  const waiting = [...texts]
  // Spread over all outages, or most of them would disturb nobody.
  const paceMs = (outages * (0.75 * trial.wellMs + 0.5 * trial.awayMs) * LANES) / intents
  const lane = async () => {
    for (let text = waiting.shift(); text !== undefined; text = waiting.shift()) {
      await sleep(2 * paceMs * random())
      await insist(gateway, text, () => isWell)
    }
  }
  const lanes = Promise.all(Array.from({ length: LANES }, lane))
  await disturb()
  isWell = true
  const since = performance.now()
  await lanes
  const settledMs = Math.round(performance.now() - since)
  await expectEachOnce(store, box.posts, texts)
  await gateway.close()
  return { intents, ...figures, settledMs }
}

const MOST_MS = 120_000

/** Asks until it is done, as an impatient caller does; once all is well it must be within two minutes. */
async function insist(gateway: Gateway, text: string, isWell: () => boolean): Promise<void> {
  let since: number | undefined
  for (;;) {
    const request = { operation: drop, args: { text }, account: 'alice', principal: PERSON }
    const { kind } = await gateway.run({ ...request, idempotencyKey: text })
    if (kind === 'executed' || kind === 'replayed') return
    if (isWell()) since ??= performance.now()
    if (since !== undefined && performance.now() - since > MOST_MS)
      throw new Error(`"${text}" is still ${kind}`)
    await sleep(50)
    await gateway.reconcile().catch(() => undefined)
  }
}
