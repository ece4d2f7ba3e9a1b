import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { scratchFolder } from './scratch-folder.js'
import { findBinaries } from './postgres-binaries.js'

/** A server of our own, which can be stopped and started again. */
export interface PostgresServer {
  /** The address of its first database. */
  readonly url: string
  start(): Promise<void>
  /** Sends everyone away at once, as `pg_ctl stop -m immediate` does; what was committed is there afterwards. */
  stop(): Promise<void>
  /** For a program that has no end of its own: it is not kept alive by the server, and takes it with it. */
  letGo(): void
  [Symbol.asyncDispose](): Promise<void>
}

export interface ServerOptions {
  /**
   * Whether commits are synced to the disk. Without it they are safe from everything but a power cut, and most tests are about
   * something else.
   */
  readonly durable?: boolean | undefined
}

export async function startPostgres(options: ServerOptions = {}): Promise<PostgresServer> {
  const { durable = false } = options
  const binaries = findBinaries()
  const user = unprivilegedUser()
  const folder = durable ? mkdtempSync(join(tmpdir(), 'postgres-')) : scratchFolder('postgres-')
  const data = join(folder, 'data')
  mkdirSync(data)
  if (user) for (const path of [folder, data]) chownSync(path, user.uid, user.gid)
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const initialise = ['-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(binaries, 'initdb'), [...initialise, '--locale=C'], { ...user, stdio: 'pipe' })
  const settings = {
    port,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: folder,
    fsync: durable ? 'on' : 'off',
    max_connections: 300,
    shared_buffers: '128MB',
  }
  let child: ChildProcess | undefined

  const server: PostgresServer = {
    url,
    async start() {
      const flags = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
      const started = spawn(join(binaries, 'postgres'), ['-D', data, ...flags], {
        ...user,
        stdio: 'ignore',
      })
      child = started
      await answering(url, started)
    },
    async stop() {
      const stopping = child
      child = undefined
      if (!stopping || stopping.exitCode !== null) return
      const gone = new Promise((resolve) => stopping.once('exit', resolve))
      stopping.kill('SIGQUIT')
      await gone
    },
    letGo() {
      child?.unref()
      process.once('exit', () => {
        child?.kill('SIGQUIT')
        rmSync(folder, { recursive: true, force: true })
      })
    },
    async [Symbol.asyncDispose]() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
  await server.start()
  return server
}

/** A server that is there already, if `DATABASE_URL` says where, or else one of our own. */
export async function usePostgres(): Promise<Pick<PostgresServer, 'url'> & AsyncDisposable> {
  const url = process.env['DATABASE_URL']
  return url === undefined ? startPostgres() : { url, async [Symbol.asyncDispose]() {} }
}

/** Postgres refuses to run as root. */
function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  for (const name of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, name], { stdio: ['ignore', 'pipe', 'ignore'] }))
      return { uid: id('-u'), gid: id('-g') }
    } catch {
      // The next one, then.
    }
  }
  throw new Error('PostgreSQL does not run as root, and there is no user postgres or nobody')
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })
}

/** Resolves when it takes connections; a server that has ended says so instead. */
async function answering(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL ended with ${child.exitCode}`)
    const client = new Client({ connectionString: url })
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.end()
      return
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}
