import { systemClock } from '../../src/clock.js'
import { createConnections } from '../../src/postgres/connection.js'
import { openPostgres } from '../../src/postgres/index.js'
import { createPostgresStore } from '../../src/postgres/postgres-store.js'
import { createWriter } from '../../src/postgres/writer.js'
import { createEnv } from '../../src/scripts/env.js'
import { createDatabase } from '../harness/postgres-databases.js'
import { createFarSide, gatewayOn, REQUESTS } from '../harness/small-world.js'
import { effectsOf, FAULTY_POLICY, FAULTY_TIMES, type FaultyStorage } from '../laws/storage-laws.js'
import { faultyDrive, POSTGRES_FAULTS, type PostgresFault } from './faulty-drive.js'

/** What never gets better is not waited for. */
const times = { ...FAULTY_TIMES, busy: 300 }
/** A machine that is only slow is no fault. */
const PATIENCE_MS = 10_000

/** Worlds on this server, whose every call can be made to fail. Time goes on by itself, and by leaps when it is told. */
export function faultyPostgres(server: string): FaultyStorage<PostgresFault> {
  return {
    faults: POSTGRES_FAULTS,
    async createWorld(scenario) {
      const { url, beside, [Symbol.asyncDispose]: drop } = await createDatabase(server)
      await (await openPostgres(url)).close()
      for (const statement of LEAPING) await beside.query(statement)
      let leapt = 0
      const clock = {
        now: () => systemClock.now() + leapt,
        elapsed: () => systemClock.elapsed() + leapt,
      }
      const driver = faultyDrive()
      const { through } = driver
      const connections = createConnections({ url, most: 4, busyMs: PATIENCE_MS, through })
      const env = createEnv(clock, times)
      const writer = createWriter({ connections, env, lanes: 2 })
      const store = createPostgresStore(writer, env)
      const far = createFarSide()
      const effects = effectsOf(scenario, far)
      const gateway = gatewayOn(far, { store, times, clock, effects, policy: FAULTY_POLICY })
      return {
        far,
        gateway,
        driver,
        ...REQUESTS,
        async advance(ms) {
          leapt += ms
          await beside.query('update leap set ms = ms + $1', [ms])
        },
        async uses(account) {
          const { rowCount } = await beside.query('select from gateway_use where account = $1', [
            account,
          ])
          return rowCount ?? 0
        },
        async [Symbol.asyncDispose]() {
          await gateway.close()
          await drop()
        },
      }
    },
  }
}

const LEAPING = [
  'create table leap (ms bigint not null)',
  'insert into leap values (0)',
  'alter function gateway_now() rename to gateway_machine_now',
  `create function gateway_now() returns bigint language sql volatile as 'select gateway_machine_now() + ms from leap'`,
]
