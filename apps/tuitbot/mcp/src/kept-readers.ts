import { createReaders, type Readers } from '@armorer/mcp'
import { findLastReading, putLastReading, type Tuitbot } from '@tuitbot/core'

/** So long a conversation is taken to go on in a client that has started us anew. */
const CONVERSATION_MS = 24 * 60 * 60 * 1000

/** Readers that outlast this process: who reads, is killed and asks again has still read. */
export function createKeptReaders({
  ctx: { db, clock },
  account,
}: Pick<Tuitbot, 'ctx' | 'account'>): Readers {
  const here = createReaders()
  return {
    async hasRead(who) {
      if (await here.hasRead(who)) return true
      const last = await db.read((db) => findLastReading(db, { account, id: who.id }))
      return last !== undefined && last > clock.now() - CONVERSATION_MS
    },
    async markRead(who) {
      await here.markRead(who)
      await db.write((db) => putLastReading(db, { account, id: who.id }, clock.now()))
    },
  }
}
