import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from './open-database.js'
import { createDatabase, distrust, dropDatabase } from './postgres-databases.js'

/** Databases with their tables and nothing else. */
export interface FleetDatabases extends AsyncDisposable {
  /** A fresh one: its file, or its address. */
  create(): Promise<string>
  /** Nobody needs it any more. */
  drop(path: string): Promise<void>
}

export function databasesInFiles(): FleetDatabases {
  const folder = mkdtempSync(join(tmpdir(), 'fleet-'))
  let files = 0
  return {
    async create() {
      const path = join(folder, `gateway-${++files}.db`)
      await (await openDatabase(path)).close()
      return path
    },
    async drop(path) {
      for (const end of ['', '-wal', '-shm']) rmSync(path + end, { force: true })
    },
    async [Symbol.asyncDispose]() {
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** On a server of Postgres, where everything must be held that is gone by if it `distrusts`. */
export async function databasesOn(server: string, distrusts: boolean): Promise<FleetDatabases> {
  const template = await createDatabase(server)
  await (await openDatabase(template.url)).close()
  await template.beside.end()
  return {
    async create() {
      const { url, beside } = await createDatabase(server, template.name)
      await beside.end()
      if (distrusts) await distrust(url)
      return url
    },
    drop: (path) => dropDatabase(server, path),
    [Symbol.asyncDispose]: () => template[Symbol.asyncDispose](),
  }
}
