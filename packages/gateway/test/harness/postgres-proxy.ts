import { connect, createServer, type Socket } from 'node:net'

/** What becomes of a commit: it gets there and its answer does not, or it does not even get there. */
export type CommitFate = 'answer lost' | 'commit lost'

/** Stands between a store and its server, and fails as networks do. */
export interface PostgresProxy {
  readonly url: string
  /** How many commits have passed. */
  readonly commits: number
  /** How many statements the store has asked for: never fewer than its trips. */
  readonly questions: number
  /** What happens to the commit after so many others. */
  loseCommit(after: number, fate: CommitFate): void
  /** Whether something was lost since it was told to. */
  readonly hasLost: boolean
  /** Cuts the connection when so many messages more have come from the store, before or after it is passed on. */
  cut(after: number, when: 'before' | 'after'): void
  /** From now on nothing gets through, and nobody is told; `false` ends it. */
  blackHole(on: boolean): void
  [Symbol.asyncDispose](): Promise<void>
}

/** As they are on the wire: a simple query, and the name of a prepared statement, which commits what it writes where it is alone. */
const COMMITS = ['Q\0\0\0\u000bcommit\0', 'gateway_write\0'].map((text) => Buffer.from(text))

/** Where in a message something is committed; what ends before it is never carried out. */
function commitIn(chunk: Buffer): number | undefined {
  const places = COMMITS.map((commit) => chunk.indexOf(commit)).filter((place) => place >= 0)
  return places.length === 0 ? undefined : Math.min(...places)
}

export async function createProxy(server: string): Promise<PostgresProxy> {
  const target = new URL(server)
  const open = new Set<Socket>()
  let planned: { after: number; fate: CommitFate } | undefined
  let cutting: { after: number; when: 'before' | 'after' } | undefined
  let hasLost = false
  let commits = 0
  let questions = 0
  let isHole = false

  const listener = createServer((client) => {
    const upstream = connect(Number(target.port), target.hostname)
    for (const socket of [client, upstream]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.on('close', () => open.delete(socket))
    }
    let isCut = false
    const countQuestions = createQuestionCounter()
    client.on('data', (chunk: Buffer) => {
      if (isHole || isCut) return
      questions += countQuestions(chunk)
      const commit = commitIn(chunk)
      if (commit !== undefined) commits += 1
      const cut = cutNow()
      if (cut) {
        isCut = true
        if (cut === 'after') upstream.write(chunk)
        upstream.end()
        client.destroy()
        return
      }
      const fate = commit === undefined ? undefined : commitFate()
      if (!fate) return void upstream.write(chunk)
      isCut = true
      hasLost = true
      if (fate === 'commit lost') {
        upstream.write(chunk.subarray(0, commit))
        upstream.end()
        client.destroy()
        return
      }
      upstream.write(chunk)
      // Its first answer after this may be to what came before; the last is when it has nothing more to say.
      upstream.end()
      upstream.once('close', () => client.destroy())
    })
    upstream.on('data', (chunk: Buffer) => {
      if (!isHole && !isCut) client.write(chunk)
    })
    client.on('close', () => upstream.end())
    upstream.on('close', () => {
      // Inside a black hole nobody hears that someone has gone.
      if (!isHole) client.destroy()
    })
  })

  const commitFate = (): CommitFate | undefined => {
    if (!planned || planned.after-- > 0) return undefined
    const { fate } = planned
    planned = undefined
    return fate
  }

  const cutNow = (): 'before' | 'after' | undefined => {
    if (!cutting || cutting.after-- > 0) return undefined
    const { when } = cutting
    cutting = undefined
    hasLost = true
    return when
  }

  await new Promise<void>((resolve) => listener.listen(0, '127.0.0.1', resolve))
  const address = listener.address()
  const url = new URL(server)
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  return {
    url: url.href,
    loseCommit(after, fate) {
      planned = { after, fate }
      hasLost = false
    },
    cut(after, when) {
      cutting = { after, when }
      hasLost = false
    },
    get commits() {
      return commits
    },
    get questions() {
      return questions
    },
    get hasLost() {
      return hasLost
    },
    blackHole(on) {
      isHole = on
      // What was swallowed is lost, so what hung on it cannot go on.
      if (!on) for (const socket of open) socket.destroy()
    },
    async [Symbol.asyncDispose]() {
      for (const socket of open) socket.destroy()
      await new Promise((resolve) => listener.close(resolve))
    },
  }
}

const ENDS_OF_QUESTIONS: ReadonlySet<number | undefined> = new Set(Buffer.from('QS'))

/** Counts simple queries, and the messages that end all others. The first message of a connection has no letter. */
function createQuestionCounter(): (chunk: Buffer) => number {
  let rest = Buffer.alloc(0)
  let letter = 0
  return (chunk) => {
    rest = Buffer.concat([rest, chunk])
    let count = 0
    while (rest.length >= letter + 4) {
      const length = letter + rest.readUInt32BE(letter)
      if (rest.length < length) break
      if (letter === 1 && ENDS_OF_QUESTIONS.has(rest[0])) count += 1
      letter = 1
      rest = rest.subarray(length)
    }
    return count
  }
}
