import { randomUUID } from 'node:crypto'
import { Client, types } from 'pg'

export interface PostgresDatabase {
  readonly name: string
  readonly url: string
  /** Another connection, past the store. */
  readonly beside: Client
  [Symbol.asyncDispose](): Promise<void>
}

/** A fresh database on a server: empty, or a copy of one to which nobody is connected. */
export async function createDatabase(
  server: string,
  template = 'template1',
): Promise<PostgresDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await asked(server, `create database ${name} template ${template}`)
  const url = new URL(server)
  url.pathname = `/${name}`
  const beside = new Client({ connectionString: url.href, types: { getTypeParser } })
  beside.on('error', () => undefined)
  await beside.connect()
  return {
    name,
    url: url.href,
    beside,
    async [Symbol.asyncDispose]() {
      await beside.end().catch(() => undefined)
      await dropDatabase(server, url.href)
    },
  }
}

/** Whoever is still connected to it is sent away. */
export async function dropDatabase(server: string, url: string): Promise<void> {
  await asked(server, `drop database if exists ${nameOf(url)} with (force)`)
}

function nameOf(url: string): string {
  return new URL(url).pathname.slice(1)
}

/** Counts are numbers here. */
const getTypeParser: typeof types.getTypeParser = (oid, format) =>
  oid === types.builtins.INT8 ? Number : types.getTypeParser(oid, format)

/** From now on a store has to hold whatever it goes by: nothing that it only believes of this database is taken for true. */
export async function distrust(url: string): Promise<void> {
  await asked(
    url,
    `alter database ${nameOf(url)} set default_transaction_isolation to 'repeatable read'`,
  )
}

async function asked(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
