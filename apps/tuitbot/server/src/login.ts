import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  addActivity,
  addSession,
  findSession,
  removeSession,
  touchSession,
  type Tuitbot,
} from '@tuitbot/core'

const MINUTE_MS = 60 * 1000
const HOUR_MS = 60 * MINUTE_MS

const LINK_MS = 10 * MINUTE_MS
/** However much it is used. */
export const SESSION_MS = 7 * 24 * HOUR_MS
const IDLE_MS = 12 * HOUR_MS
/** More often than this nobody needs to know that a session is in use. */
const TOUCH_MS = MINUTE_MS
const MOST_LINKS = 5
const ANNOUNCE_MS = 5 * 1000

/** Who may see the page: whoever has opened a link that was printed where Tuitbot runs. */
export interface Login {
  /** The secret of a link, good once and for ten minutes. */
  issue(): string
  /** Has a fresh link printed where Tuitbot runs. `false`: there was one a moment ago. */
  announce(): boolean
  /** A session for a link's secret; `undefined` where the secret is not good, or not any more. */
  redeem(secret: string): Promise<string | undefined>
  /** Whether a session is open. To be asked is to be used: it is for what a person does. */
  isOpen(session: string | undefined): Promise<boolean>
  /** The same, for what a page that lies open asks by itself: it puts off no end. */
  isStillOpen(session: string | undefined): Promise<boolean>
  end(session: string | undefined): Promise<void>
}

export interface LoginOptions {
  /** Prints a link with this secret where only the person who runs Tuitbot reads it. */
  readonly announce?: ((secret: string) => void) | undefined
  readonly random?: ((bytes: number) => Buffer) | undefined
}

/** Links are kept in memory, sessions by their hashes in the database, so that a restart logs nobody out. */
export function createLogin(
  { ctx: { db, clock }, account }: Pick<Tuitbot, 'ctx' | 'account'>,
  { announce, random = randomBytes }: LoginOptions = {},
): Login {
  let links: ReadonlyArray<{ readonly digest: Buffer; readonly until: number }> = []
  let announcedAt = -Infinity

  const issue = () => {
    const secret = random(32).toString('base64url')
    links = [...links, { digest: digestOf(secret), until: clock.elapsed() + LINK_MS }].slice(
      -MOST_LINKS,
    )
    return secret
  }

  const findOpen = async (session: string | undefined) => {
    if (session === undefined) return undefined
    const kept = await db.read((db) => findSession(db, hashOf(session)))
    const now = clock.now()
    return kept && kept.expires_at > now && kept.seen_at + IDLE_MS > now ? kept : undefined
  }

  return {
    issue,
    announce() {
      if (!announce || clock.elapsed() - announcedAt < ANNOUNCE_MS) return false
      announcedAt = clock.elapsed()
      announce(issue())
      return true
    },
    async redeem(secret) {
      const given = digestOf(secret)
      const now = clock.elapsed()
      // All are compared, each in constant time: how long it takes says nothing about which are there.
      const fits = links.filter(({ digest }) => timingSafeEqual(digest, given))
      links = links.filter((link) => !fits.includes(link) && link.until > now)
      if (!fits.some(({ until }) => until > now)) return undefined
      const session = random(32).toString('base64url')
      const at = clock.now()
      await db.write((db) => {
        addSession(db, {
          hash: hashOf(session),
          created_at: at,
          seen_at: at,
          expires_at: at + SESSION_MS,
        })
        addActivity(db, { account, at, kind: 'logged_in', message: 'a browser logged in' })
      })
      return session
    },
    async isOpen(session) {
      const kept = await findOpen(session)
      if (!kept) return false
      const now = clock.now()
      if (kept.seen_at + TOUCH_MS <= now) await db.write((db) => touchSession(db, kept.hash, now))
      return true
    },
    isStillOpen: async (session) => (await findOpen(session)) !== undefined,
    async end(session) {
      if (session !== undefined) await db.write((db) => removeSession(db, hashOf(session)))
    },
  }
}

function digestOf(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}

function hashOf(session: string): string {
  return digestOf(session).toString('hex')
}
