import { usePostgres } from '../packages/gateway/test/harness/postgres-server.js'
import { type Proof, type Trial, type Verdict } from './promise.js'

/** A promise that is proved on a server of Postgres, which is there for as long as that takes. */
export function onPostgres(
  id: string,
  promise: string,
  run: (trial: Trial & { readonly server: string }) => Promise<Verdict>,
): Proof {
  return {
    id,
    promise: `on Postgres: ${promise}`,
    async run(trial) {
      await using postgres = await usePostgres()
      return await run({ ...trial, server: postgres.url })
    },
  }
}
