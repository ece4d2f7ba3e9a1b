import { createInterface } from 'node:readline'
import { createGateway } from '../src/index.js'
import { openPostgres } from '../src/postgres/index.js'
import { openSqlite } from '../src/sqlite/index.js'
import { type CrewCall, type CrewOrder } from './attacks-crew.js'
import { ASK, CREW_TIMES } from './attacks-rules.js'
import { farEffects } from './harness/fleet-effects.js'

/** A process that decides and executes as it is told, a line each, until its input ends. */
async function serve({ address, far }: CrewOrder): Promise<void> {
  const times = CREW_TIMES
  const gateway = createGateway({
    store: address.startsWith('postgres:')
      ? await openPostgres(address, { times })
      : openSqlite(address, { times }),
    times,
    effects: farEffects(far, () => undefined),
    policy: ASK,
  })
  const answer = async (said: CrewCall) => {
    const value =
      said.verb === 'approve'
        ? await gateway.approve(said.intent, said.by)
        : await gateway.execute(said.intent)
    process.stdout.write(`${JSON.stringify({ call: said.call, value })}\n`)
  }
  createInterface({ input: process.stdin })
    .on('line', (line) => void answer(JSON.parse(line)))
    .once('close', () => void gateway.close())
  process.stdout.write('{"ready":true}\n')
}

if (process.argv[2] !== undefined) await serve(JSON.parse(process.argv[2]))
