import { type Drive, type DriverQuery } from '../../src/postgres/connection.js'

/** What the server itself refuses a statement with; the transaction around it is over then. */
const REFUSALS = {
  locked: '55P03',
  cancelled: '57014',
  collision: '40P01',
  full: '53100',
  ioerr: '58030',
  read_only: '25006',
} as const

/** The ways in which a call of the database goes wrong. */
export const POSTGRES_FAULTS = [
  'locked',
  'cancelled',
  'collision',
  'full',
  'ioerr',
  'read_only',
  'slow',
  'gone',
  'lost',
  'empty',
  'garbage',
  'nonsense',
] as const

export type PostgresFault = (typeof POSTGRES_FAULTS)[number]

export interface FaultyDrive {
  /** Stands between a connection and its driver. */
  through(drive: Drive): Drive
  /** From now on the n-th call goes wrong, and all after it where it is `lasting`. */
  arm(n: number, fault: PostgresFault, lasting: boolean): void
  disarm(): void
  /** What went wrong since it was armed. */
  readonly hits: readonly string[]
}

interface Armed {
  readonly n: number
  readonly fault: PostgresFault
  readonly lasting: boolean
}

/** A driver that fails when it is told to: what a server can do the server does, and where a driver would lie it lies. */
export function faultyDrive(): FaultyDrive {
  let armed: Armed | undefined
  let calls = 0
  let hits: string[] = []

  const meets = (name: string): PostgresFault | undefined => {
    if (!armed) return undefined
    calls += 1
    if (!(calls === armed.n || (armed.lasting && calls > armed.n))) return undefined
    hits.push(name)
    return armed.fault
  }

  return {
    through(drive) {
      /** Whatever is done from now on, nobody hears of it. */
      let isDeaf = false
      return (query) => {
        const fault = meets(query.name ?? query.text)
        isDeaf ||= fault === 'lost'
        if (isDeaf) return unheard(drive(query))
        switch (fault) {
          case undefined:
          case 'lost':
            return drive(query)
          case 'slow':
            void drive({ text: 'select pg_sleep(0.005)' }).catch(() => undefined)
            return drive(query)
          case 'gone':
            return drive({ text: 'select pg_terminate_backend(pg_backend_pid())' })
          case 'empty':
            return Promise.resolve({ rows: [], rowCount: 0, command: '' })
          case 'garbage':
            return Promise.resolve(garbageFor(query))
          case 'nonsense':
            return Promise.resolve({ rows: null, rowCount: null, command: 'COMMIT' })
          default:
            return drive({ text: refuse(REFUSALS[fault]) })
        }
      }
    },
    arm(n, fault, lasting) {
      armed = { n, fault, lasting }
      calls = 0
      hits = []
    },
    disarm() {
      armed = undefined
    },
    get hits() {
      return hits
    },
  }
}

/** A row that nobody asked for, or a count that is none. */
function garbageFor({ text }: DriverQuery) {
  const isRead = /^\s*(select|with)\b/i.test(text)
  return { rows: [{ nonsense: 1 }], rowCount: isRead ? 1 : 'many', command: 'SELECT' }
}

function refuse(code: string): string {
  return `do $$ begin raise exception 'told to fail' using errcode = '${code}'; end $$`
}

/** It may be done or not: the answer does not get here. */
async function unheard(answer: Promise<unknown>): Promise<never> {
  await answer.catch(() => undefined)
  throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
}
