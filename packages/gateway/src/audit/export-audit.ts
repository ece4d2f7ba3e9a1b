import { EVERYONE, type AuditEvent, type AuditHead } from '../audit.js'
import { ERASED } from './payload.js'

/** Where an export comes from: a store, or a gateway. */
export interface AuditSource {
  /** The ends of all chains at one moment. */
  auditHeads(): Promise<readonly AuditHead[]>
  auditTrail(account: string, since?: number): AsyncIterable<AuditEvent>
}

export interface ExportOptions {
  /** Only the chains of these accounts. Without it all, so that checkpoints can be checked too. */
  readonly accounts?: readonly string[] | undefined
  /** `none` leaves out what intents were about: for whoever is to check the record and not to read it. */
  readonly payloads?: 'all' | 'none' | undefined
}

/** All chains, one after the other, page by page. Others may go on writing: what is read agrees with itself all the same. */
export async function* exportAudit(
  source: AuditSource,
  { accounts, payloads = 'all' }: ExportOptions = {},
): AsyncGenerator<AuditEvent> {
  for await (const event of readChains(source, accounts)) {
    yield payloads === 'all' || event.intent === '' ? event : { ...event, ...ERASED }
  }
}

async function* readChains(
  source: AuditSource,
  accounts: readonly string[] | undefined,
): AsyncGenerator<AuditEvent> {
  if (accounts) {
    for (const account of accounts) yield* source.auditTrail(account)
    return
  }
  // Its checkpoints say how the others must be, and those are only longer when they are read after it.
  yield* source.auditTrail(EVERYONE)
  for (const { account } of await source.auditHeads()) {
    if (account !== EVERYONE) yield* source.auditTrail(account)
  }
}
