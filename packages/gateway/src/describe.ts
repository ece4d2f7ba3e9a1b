import { type JsonValue, type ToolRisk } from '@armorer/core'
import { type HistoryEvent } from './approval-store.js'
import { previewOf } from './claim-request.js'
import { type Intent } from './intent.js'
import { type Parts } from './parts.js'
import { usesOf } from './read-request.js'
import { type Uses } from './store.js'

/** An intent as a person needs to see it before deciding. */
export interface DescribedIntent {
  readonly intent: Intent
  /** What it would do, in the words of its effect. */
  readonly preview: JsonValue | undefined
  /** What it would use up, by dimension. */
  readonly uses: Uses
  readonly risk: ToolRisk | undefined
  /** What persons did to it while it waited. */
  readonly history: readonly HistoryEvent[]
}

/** What is known of an intent and of what it would do. Nothing is done by asking. */
export async function describeIntent(
  parts: Parts,
  id: string,
): Promise<DescribedIntent | undefined> {
  const intent = await parts.store.findIntent(id)
  if (!intent) return undefined
  const history = await parts.store.history(id)
  const effect = parts.effects.get(intent.operation)
  // Another program's operation: what was asked is known, and what it would do is not.
  if (!effect) return { intent, preview: undefined, uses: {}, risk: undefined, history }
  return {
    intent,
    preview: await previewOf(effect, intent.args),
    uses: usesOf(effect, intent.args),
    risk: effect.risk,
    history,
  }
}
