import { createToolError } from '@armorer/core'
import { createContext } from '@armorer/runtime'
import { runItemsToRawMessages } from '../chat/chat-codec.js'
import { type ModelService } from '../model/model-service.js'
import { type CallDecision, type RunRequest, type RunService } from '../run/agent-run.js'
import { type RunRecord, type StartRecord } from '../run/run-record.js'
import { type StopPolicy } from '../run/stop-policy.js'
import { type StepTools } from '../step/step-tools.js'
import { findDivergence, itemsOf, type Divergence } from './divergence.js'
import { recordedModel } from './recorded-model.js'
import { recordedStops } from './recorded-stops.js'
import { recordedTools } from './recorded-tools.js'

export interface ReplayOptions {
  /**
   * `strict` stops at the first record that is not what was recorded. `lenient` notes it and goes on, giving recorded answers in
   * their order. Strict where it is left out.
   */
  readonly match?: 'strict' | 'lenient' | undefined
  /** Shown every record as it comes again. */
  readonly onRecord?: ((record: RunRecord) => void) | undefined
}

/** What came of running a log again. */
export interface ReplayReport {
  /**
   * `unfinished` where all that is there came again, but the log neither ends nor waits at its last record: the run is under way,
   * died, or its log was cut.
   */
  readonly kind: 'same' | 'unfinished' | 'diverged'
  /** What the replay wrote down. */
  readonly records: readonly RunRecord[]
  readonly divergence: Divergence | undefined
}

/** Puts a run together over what stands in for model, tools and stop policies, as an agent would over its own. */
export type Assemble = (
  parts: {
    readonly model: ModelService
    readonly replaceTools: (tools: StepTools) => StepTools
    readonly stop: readonly StopPolicy[]
  },
  start: { readonly runId: string; readonly at: number },
) => RunService

/** Runs the real loop again over a log: nothing is asked, nothing is called, and the first difference is named. */
export async function replay(
  recorded: readonly RunRecord[],
  assemble: Assemble,
  { match = 'strict', onRecord }: ReplayOptions = {},
): Promise<ReplayReport> {
  const [start] = recorded
  if (start?.kind !== 'start') throw noStart()
  // What a fork has from another run was that one's doing, which a replay of its own shows.
  const inherited = inheritedBy(recorded, start)
  const own = recorded.slice(inherited.length)
  const records: RunRecord[] = []
  let items = 0
  let divergence: Divergence | undefined
  let cancel = () => {}
  const service = assemble(
    {
      model: recordedModel(own, () => cancel()),
      replaceTools: (tools) => recordedTools(own, tools),
      stop: recordedStops(recorded, () => records.length),
    },
    start,
  )

  const compare = (record: RunRecord): void => {
    const expected = recorded[records.length]
    // A run that died left nothing more to compare with.
    if (!expected && !divergence) throw new ReplayEnd()
    const found = divergence ?? findDivergence(records.length, items, expected, record)
    if (found && !divergence) divergence = found
    if (divergence && match === 'strict') throw new ReplayEnd()
    keep(record)
    if (records.length > 1 || inherited.length === 0) return
    for (const theirs of inherited.slice(1)) keep(theirs)
    throw new Inherited()
  }
  const keep = (record: RunRecord): void => {
    records.push(record)
    items += itemsOf(record).length
    onRecord?.(record)
  }

  for (let request = firstRequest(recorded); request; request = nextRequest(recorded, records)) {
    const length = records.length
    const ctx = createContext()
    cancel = () => ctx.cancel(new DOMException('cancelled, as it was then', 'AbortError'))
    try {
      await service.call({ ...request, past: [...records], onRecord: compare }, ctx)
    } catch (error) {
      if (error instanceof ReplayEnd) break
      if (!(error instanceof Inherited)) throw error
    } finally {
      ctx.release()
    }
    if (divergence || records.length === length) break
  }
  // What was recorded, and did not come again.
  const missing = recorded[records.length]
  if (!divergence && missing) {
    const item = itemsOf(missing).length > 0 ? items : undefined
    divergence = { record: records.length, item, recorded: missing, replayed: undefined }
  }
  return { kind: divergence ? 'diverged' : kindOf(recorded), records, divergence }
}

/** The records that a fork begins with. */
function inheritedBy(
  recorded: readonly RunRecord[],
  { forkOf }: StartRecord,
): readonly RunRecord[] {
  const theirs = forkOf?.items
  if (theirs === undefined) return []
  let items = 0
  const end = recorded.findIndex((record) => (items += itemsOf(record).length) >= theirs)
  return recorded.slice(0, end + 1)
}

function kindOf(recorded: readonly RunRecord[]): 'same' | 'unfinished' {
  const last = recorded.at(-1)?.kind
  return last === 'stop' || last === 'waiting' ? 'same' : 'unfinished'
}

function noStart() {
  return createToolError({
    category: 'validation',
    code: 'agent.no_start',
    message: 'these records are no run: the first of them must be its start',
  })
}

/** Thrown to end a run where its log ends. It never leaves this file. */
class ReplayEnd extends Error {
  override readonly name = 'ReplayEnd'
}

/** Thrown after the start of a fork, which goes on from there with what it has. It never leaves this file either. */
class Inherited extends Error {
  override readonly name = 'Inherited'
}

function firstRequest(recorded: readonly RunRecord[]): RunRequest | undefined {
  const [start] = recorded
  if (start?.kind !== 'start') return undefined
  const { runId, given, labels, forkOf, items, instructions } = start
  return {
    runId,
    messages: runItemsToRawMessages(items.slice(instructions)),
    settings: given,
    labels,
    ...(forkOf && { forkOf }),
  }
}

/** What someone brought to the run at this point: words, decisions, or only that it goes on. */
function nextRequest(
  recorded: readonly RunRecord[],
  { length }: readonly RunRecord[],
): RunRequest | undefined {
  const next = recorded[length]
  if (!next) return undefined
  if (next.kind === 'said' && next.by === 'user') return messagesOf(next)
  const decisions: CallDecision[] = []
  for (let at = length; ; at++) {
    const record = recorded[at]
    if (record?.kind !== 'decided') break
    decisions.push(...decisionsOf(record))
  }
  const said = recorded[length + decisions.length]
  const isSaid = decisions.length > 0 && said?.kind === 'said' && said.by === 'user'
  return { decisions, ...(isSaid && messagesOf(said)) }
}

function messagesOf({ items, closing = 0, labels }: RunRecord & { kind: 'said' }): RunRequest {
  return { messages: runItemsToRawMessages(items.slice(closing)), labels }
}

function decisionsOf({ callId, items }: RunRecord & { kind: 'decided' }): readonly CallDecision[] {
  return items.flatMap((item) => {
    if (item.kind !== 'approval') return []
    const { answer, by, arguments: text, message } = item
    return [{ callId, answer, by, arguments: text, message }]
  })
}
