import { type OutputRecord, type RunRecord, type WaitingCall } from '../run/run-record.js'
import { type Performed, type StepTools } from '../step/step-tools.js'
import { logOver } from './recorded-model.js'

/** Tools that give what was recorded of each call, and run nothing. */
export function recordedTools(records: readonly RunRecord[], tools: StepTools): StepTools {
  const ends = new Map<string, Array<OutputRecord | WaitingCall>>()
  const note = (callId: string, end: OutputRecord | WaitingCall) => {
    const known = ends.get(callId)
    if (known) known.push(end)
    else ends.set(callId, [end])
  }
  for (const record of records) {
    if (record.kind === 'output') note(record.callId, record)
    if (record.kind === 'waiting') for (const call of record.calls) note(call.callId, call)
  }
  return {
    definitions: tools.definitions,
    effects: 'read',
    isReading: (name) => tools.isReading(name),
    async perform({ call }): Promise<Performed> {
      const end = ends.get(call.id)?.shift()
      if (!end) throw logOver()
      return 'kind' in end
        ? { kind: 'ended', record: end }
        : { kind: 'pending', call: end, asks: end.asks }
    },
  }
}
