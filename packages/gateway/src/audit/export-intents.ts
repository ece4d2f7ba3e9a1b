import type { Operation } from '../operation.js'
import type { RecordedIntent } from '../policy-store.js'
import type { Store } from '../store.js'
import { createRedaction } from './redaction.js'

export interface IntentExportOptions {
  /** What they mark as not to be shown is not; the arguments of other operations are hidden whole. */
  readonly operations: readonly Operation[]
  readonly account?: string | undefined
  /** Asked then or later. */
  readonly since?: number | undefined
}

const PAGE = 500

/** What was asked for and what was said to it, oldest first, as it may be shown. The audit says what became of it. */
export async function* exportIntents(
  store: Pick<Store, 'listRecorded'>,
  { operations, account, since = 0 }: IntentExportOptions,
): AsyncGenerator<RecordedIntent> {
  const redaction = createRedaction(operations)
  let after = ''
  for (;;) {
    const page = await store.listRecorded({ account, since, after, limit: PAGE })
    for (const intent of page) {
      yield { ...intent, args: redaction.args(intent.operation, intent.args) }
    }
    const last = page.at(-1)
    if (!last || page.length < PAGE) return
    after = last.id
  }
}
