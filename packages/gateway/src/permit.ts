import { digest } from '@armorer/core'
import { momentOf, type Clock, type Moment } from './clock.js'

/** Leave to send one request, once, soon. Only a committed dispatch makes one. */
export interface Permit {
  readonly kind: 'write'
  readonly intent: string
  readonly generation: number
  readonly account: string
  readonly operation: string
}

/** Leave to prepare: to send what stages one content, such as the chunks of a file, for a while. */
export interface StagingPermit {
  readonly kind: 'staging'
  readonly account: string
  readonly purpose: string
  /** What may be staged: the hash of a content. */
  readonly content: string
}

export type PermitFailure =
  | 'permit_forged'
  | 'permit_spent'
  | 'permit_expired'
  | 'permit_wrong_request'

/** Thrown before anything is sent. */
export class PermitError extends Error {
  override readonly name = 'PermitError'
  readonly code: PermitFailure

  constructor(code: PermitFailure, message: string) {
    super(message)
    this.code = code
  }
}

interface Terms {
  /** The digest of the request, or the hash of the content. */
  readonly hash: string
  readonly clock: Clock
  readonly diesAt: number
  readonly diesAfter: number
  readonly reusable: boolean
  spent: boolean
}

/**
 * A permit keeps its terms where nobody else reaches them, and no copy takes them along: what has none was not issued here, whatever
 * it looks like.
 */
class Issued {
  readonly #terms: Terms

  private constructor(named: object, terms: Terms) {
    this.#terms = terms
    Object.freeze(Object.assign(this, named))
  }

  static issue<Named extends object>(named: Named, terms: Terms): Named {
    return new Issued(named, terms) as Issued & Named
  }

  static termsOf(permit: object): Terms | undefined {
    return #terms in permit ? permit.#terms : undefined
  }
}
// Or whoever has a permit could make others of it.
Reflect.deleteProperty(Issued.prototype, 'constructor')

export interface PermitTerms {
  readonly hash: string
  readonly clock: Clock
  /** Its life is counted from here: from inside the dispatch, not from when someone got round to it. */
  readonly from: Moment
  readonly lifeMs: number
}

export function issuePermit(named: Omit<Permit, 'kind'>, terms: PermitTerms): Permit {
  const { intent, generation, account, operation } = named
  return register({ kind: 'write', intent, generation, account, operation }, terms, false)
}

export function issueStagingPermit(
  named: Omit<StagingPermit, 'kind'>,
  { clock, lifeMs }: Pick<PermitTerms, 'clock' | 'lifeMs'>,
): StagingPermit {
  const terms = { hash: named.content, clock, from: momentOf(clock), lifeMs }
  return register(Object.assign({ kind: 'staging' } as const, named), terms, true)
}

/**
 * Uses the permit up for exactly this request. Call it in the same breath as the send, with nothing awaited between:
 * a process that was stopped in between could send what has been given up long ago.
 */
export function spendPermit(permit: Permit, request: unknown): void {
  spend(permit, 'write', digest(request))
}

/** Checks that this content may still be staged. It may be asked for every request of the preparation. */
export function checkStagingPermit(permit: StagingPermit, content: string): void {
  spend(permit, 'staging', content)
}

/** Whether something may have been sent under it. */
export function isSpent(permit: Permit): boolean {
  return Issued.termsOf(permit)?.spent ?? false
}

function register<P extends Permit | StagingPermit>(
  named: P,
  { hash, clock, from, lifeMs }: PermitTerms,
  reusable: boolean,
): P {
  const diesAt = from.now + lifeMs
  const diesAfter = from.elapsed + lifeMs
  return Issued.issue(named, { hash, clock, diesAt, diesAfter, reusable, spent: false })
}

function spend(permit: Permit | StagingPermit, kind: 'write' | 'staging', hash: string): void {
  // Leave to stage a content is no leave to send a request that happens to have its hash.
  const terms = permit.kind === kind ? Issued.termsOf(permit) : undefined
  if (!terms) throw new PermitError('permit_forged', 'this permit was not issued by a dispatch')
  if (terms.spent && !terms.reusable) {
    throw new PermitError('permit_spent', 'this permit has been used; a permit sends once')
  }
  if (terms.hash !== hash) {
    throw new PermitError('permit_wrong_request', 'this permit is for another request')
  }
  // Both clocks: one can be set, the other may stand still while a machine sleeps.
  const { clock } = terms
  if (clock.now() >= terms.diesAt || clock.elapsed() >= terms.diesAfter) {
    throw new PermitError('permit_expired', 'this permit is too old to send with; nothing was sent')
  }
  terms.spent = true
}
