import { type KeyObject } from 'node:crypto'
import { EVERYONE, type AuditEvent, type AuditHead } from '../audit.js'
import { startChain, type ChainReading, type ReadingRules } from './chain-reading.js'
import { createExpectations } from './expectations.js'
import { AuditFormatError } from './format-error.js'
import { isSignedBy, type SignedHead } from './signed-head.js'

export interface VerifyOptions {
  /** Heads that were signed and kept elsewhere. All of them must be found again. */
  readonly heads?: readonly SignedHead[] | undefined
  /** The public keys whose word counts. */
  readonly keys?: readonly KeyObject[] | undefined
  /** `none` where the export left out what intents were about; else whatever is missing must have been erased on record. */
  readonly payloads?: 'all' | 'none' | undefined
}

export type ExportVerdict =
  | {
      readonly kind: 'intact'
      readonly rows: number
      /** How many of the rows lie under a signed head. The rest agrees with itself, but whoever can write could have made it up. */
      readonly vouched: number
    }
  | {
      readonly kind: 'broken'
      readonly account: string
      readonly seq: number
      readonly reason: string
    }

/** Whether an export is what was once written, without the database that it came from. Each link is looked at once and let go. */
export async function verifyExport(
  events: AsyncIterable<AuditEvent>,
  { heads = [], keys = [], payloads = 'all' }: VerifyOptions = {},
): Promise<ExportVerdict> {
  const expectations = createExpectations()
  for (const head of heads) {
    if (!isSignedBy(head, keys)) return broken(head, 'its signed head is of nobody who is known')
    if (!expectations.add(head, true)) return broken(head, 'two signed heads contradict each other')
  }
  const reading = createReading({ expectations, payloads })
  try {
    for await (const event of events) {
      const verdict = reading.next(event)
      if (verdict) return verdict
    }
  } catch (error) {
    if (!(error instanceof AuditFormatError)) throw error
    return broken(reading.where(), error.message)
  }
  return reading.end()
}

/** Chain after chain, each in one piece. */
function createReading(rules: ReadingRules) {
  const { expectations } = rules
  const begun = new Set<string>()
  let chain: ChainReading | undefined
  let rows = 0
  let vouched = 0

  const begin = (account: string): ExportVerdict | undefined => {
    const verdict = finish()
    if (verdict) return verdict
    const first = { account, seq: 1 }
    if (begun.has(account)) return broken(first, 'its chain is there twice')
    if (account === EVERYONE && begun.size > 0)
      return broken(first, 'the chain with the checkpoints has to come first')
    begun.add(account)
    chain = startChain(account, rules)
    return undefined
  }

  const finish = (): ExportVerdict | undefined => {
    if (!chain) return undefined
    const problem = chain.finish()
    if (problem) return broken({ account: chain.account, seq: problem.seq }, problem.reason)
    rows += chain.seq
    vouched += Math.min(chain.seq, expectations.vouchedUntil(chain.account))
    return undefined
  }

  return {
    where: () => ({ account: chain?.account ?? EVERYONE, seq: (chain?.seq ?? 0) + 1 }),
    next(event: AuditEvent): ExportVerdict | undefined {
      const verdict = chain?.account === event.account ? undefined : begin(event.account)
      if (verdict) return verdict
      const reason = chain?.read(event)
      return reason === undefined ? undefined : broken(event, reason)
    },
    end(): ExportVerdict {
      const verdict = finish()
      if (verdict) return verdict
      const missing = expectations.unmet()
      return missing ? broken(missing, 'its chain is missing') : { kind: 'intact', rows, vouched }
    },
  }
}

function broken(
  { account, seq }: Pick<AuditHead, 'account' | 'seq'>,
  reason: string,
): ExportVerdict {
  return { kind: 'broken', account, seq, reason }
}
