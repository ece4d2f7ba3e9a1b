import { checkLink, EVERYONE, GENESIS, type AuditEvent } from '../audit.js'
import { type Expectations } from './expectations.js'
import { erasedIntents, headsOf } from './special-links.js'

/** One chain, read from its beginning. */
export interface ChainReading {
  readonly account: string
  /** How far it has been read. */
  readonly seq: number
  /** Why the next link cannot be right; `undefined` where it can. */
  read(event: AuditEvent): string | undefined
  /** What is missing, now that there are no more links. */
  finish(): { readonly seq: number; readonly reason: string } | undefined
}

export interface ReadingRules {
  readonly expectations: Expectations
  /** Whether what intents were about is there, or was left out. */
  readonly payloads: 'all' | 'none'
}

export function startChain(account: string, rules: ReadingRules): ChainReading {
  const { expectations, payloads } = rules
  // Intents of which something is gone, and from which link on. A later link must say that it was erased.
  const bare = new Map<string, number>()
  let seq = 0
  let head = GENESIS

  const missesPayload = (event: AuditEvent): string | undefined => {
    if (event.intent === '') return 'what it was about is gone, and such a link is never erased'
    if (payloads === 'all' && !bare.has(event.intent)) bare.set(event.intent, event.seq)
    return undefined
  }

  const readCheckpoint = (event: AuditEvent): string | undefined => {
    if (account !== EVERYONE) return 'it is a checkpoint, and this chain has none'
    const isVouched = event.seq <= expectations.vouchedUntil(account)
    const agrees = headsOf(event).every((one) => expectations.add(one, isVouched))
    return agrees ? undefined : 'it contradicts what was said before of a link'
  }

  return {
    account,
    get seq() {
      return seq
    },
    read(event) {
      const reason = checkLink(event, { seq: seq + 1, prev: head })
      if (reason !== undefined) return reason
      if (!expectations.meets(event)) return 'it is not the link that was vouched for'
      seq = event.seq
      head = event.hash
      if (event.payloadText === undefined) return missesPayload(event)
      if (event.kind === 'checkpoint') return readCheckpoint(event)
      if (event.kind === 'erased') for (const intent of erasedIntents(event)) bare.delete(intent)
      return undefined
    },
    finish() {
      const missing = expectations.unmet(account)
      if (missing) return { seq: missing.seq, reason: 'its end is missing' }
      const [first] = bare.values()
      if (first === undefined) return undefined
      return { seq: first, reason: 'what it was about is gone, and no record says who erased it' }
    },
  }
}
