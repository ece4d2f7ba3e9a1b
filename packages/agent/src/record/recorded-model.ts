import { createToolError, type Usage, type WireItem } from '@armorer/core'
import { service } from '@armorer/runtime'
import { type ModelReply, type ModelRequest, type ModelService } from '../model/model-service.js'
import { callsIn } from '../run/calls-in.js'
import { type AnswerRecord, type RunRecord } from '../run/run-record.js'

/**
 * A model that gives the recorded answers again, in their order, whatever it is asked; and fails, or finds itself `cancelled`,
 * where that is what was recorded.
 */
export function recordedModel(records: readonly RunRecord[], cancel: () => void): ModelService {
  const events = records.filter(isOfModel)
  let next = 0
  return service(
    async (_request: ModelRequest): Promise<ModelReply> => {
      const event = events[next++]
      if (event?.kind === 'answer') return toReply(event)
      if (event?.kind === 'stop' && event.stop.kind === 'failed') {
        throw createToolError(event.stop.error)
      }
      if (event) cancel()
      throw logOver()
    },
    { effects: 'read', name: 'recorded' },
  )
}

/** The log has no more of what is asked for. */
export function logOver() {
  return createToolError({
    category: 'not_found',
    code: 'agent.log_over',
    message: 'the log ends before this',
  })
}

function isOfModel(record: RunRecord) {
  if (record.kind === 'answer') return true
  return (
    record.kind === 'stop' && (record.stop.kind === 'failed' || record.stop.kind === 'cancelled')
  )
}

function toReply({ items, calls, stop }: AnswerRecord): ModelReply {
  const said = items.filter(
    (item): item is WireItem => item.kind === 'message' || item.kind === 'opaque',
  )
  const usage = items.find((item) => item.kind === 'usage')
  return {
    items: said,
    calls: calls ?? callsIn(said),
    stop,
    ...(usage && { usage: usageOf(usage) }),
  }
}

function usageOf({ kind: _kind, ...usage }: Usage & { kind: 'usage' }): Usage {
  return usage
}
