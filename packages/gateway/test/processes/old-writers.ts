import { CompiledQuery } from 'kysely'
import { createFleet } from '../harness/fleet.js'
import { openDatabase } from '../harness/open-database.js'
import { createPlace, range } from './crews.js'

export interface WriterTrial {
  readonly rounds: number
  readonly random: () => number
  readonly server?: string | undefined
}

const BY = { kind: 'person', id: 'ann' } as const

/** P23: once a newer version is demanded, programs of the older one let nothing out any more, and newer ones go on. */
export async function demandNewWriters({ rounds, random, server }: WriterTrial) {
  await using fleet = await createFleet(server)
  let dispatches = 0
  for (const round of range(rounds)) {
    const place = await createPlace(fleet)
    const [old, young] = [1, 2].map((writerVersion) => {
      const account = `${place.account}-v${writerVersion}`
      const name = `v${writerVersion} of ${round}`
      const order = { kind: 'load', name, lanes: 2, ...place, account, writerVersion } as const
      return { account, worker: fleet.start(order) }
    })
    if (!old || !young) throw new Error('there are two of them')
    await Promise.all([old, young].map(({ worker }) => worker.heard('ready')))
    const store = await openDatabase(place.path)
    const count = async (account: string) => {
      const [row] = await store.writer.read((tx) => tx.rows(countOf(account)))
      return Number(Reflect.get(Object(row), 'count'))
    }
    const waitFor = async (isDone: () => Promise<boolean>) => {
      while (!(await isDone())) await wait(5)
    }
    try {
      // Something must be under way on both sides, or nothing would be shown.
      await waitFor(async () => (await count(old.account)) > 0 && (await count(young.account)) > 0)
      await wait(random() * 30)
      await store.requireWriterVersion(2, BY)
      const before = await count(old.account)
      const youngBefore = await count(young.account)
      await old.worker.heard('reason')
      await waitFor(async () => (await count(young.account)) > youngBefore)
      const after = await count(old.account)
      if (after !== before) throw new Error(`${after - before} of an old writer came after it`)
      dispatches += before
      for (const { worker } of [old, young]) worker.kill('SIGTERM')
      await Promise.all([old, young].map(({ worker }) => worker.ended))
      const codes = old.worker.lines.map((line) => Reflect.get(Object(line), 'code'))
      if (!codes.includes('old_writer')) throw new Error('the old writer was not told')
    } finally {
      await store.close()
    }
  }
  return { rounds, dispatches }
}

function countOf(account: string) {
  return CompiledQuery.raw(
    `select count(*) as count from gateway_audit where kind = 'dispatched' and account = '${account}'`,
  )
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
