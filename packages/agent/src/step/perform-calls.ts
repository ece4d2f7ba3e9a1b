import { type RunItem, type ToolId } from '@armorer/core'
import { type CallContext } from '@armorer/runtime'
import { type OpenRun } from '../run/open-run.js'
import { type WaitingCall } from '../run/run-record.js'
import { type OpenCall } from '../run/run-state.js'
import { type Performed, type StepTools } from './step-tools.js'

/**
 * Makes the open calls of a run, reads at once and whatever may change something alone, and adds one output for each, in the order
 * in which they were asked for. Gives those that a person must decide on first.
 */
export async function performCalls(
  run: OpenRun,
  tools: StepTools,
  ctx: CallContext,
): Promise<readonly WaitingCall[]> {
  const pending: Array<Performed & { kind: 'pending' }> = []
  for (const batch of batchesOf(run.state.open, tools)) {
    const [only] = batch
    const ended =
      only && batch.length === 1
        ? [await performOne(run, only, tools, ctx)]
        : await Promise.all(batch.map((open) => performOne(run, open, tools, ctx)))
    for (const performed of ended) {
      if (performed.kind === 'pending') pending.push(performed)
      else {
        const kept = run.add(performed.record)
        if (kept) await kept
      }
    }
  }
  if (pending.length === 0) return []
  const calls = pending.map(({ call }) => call)
  await run.add({ kind: 'waiting', calls, items: pending.map(toDecision) })
  return calls
}

function toDecision({ call, asks }: Performed & { kind: 'pending' }): RunItem {
  // A toolbox names its tools by their ids.
  const tool = call.tool as ToolId
  return { kind: 'decision', callId: call.callId, tool, decision: { kind: 'ask', asks } }
}

function performOne(
  run: OpenRun,
  open: OpenCall,
  tools: StepTools,
  ctx: CallContext,
): Promise<Performed> {
  const { call, began, decision } = open
  const isMade = call.refusal === undefined && decision?.answer !== 'rejected'
  const isNoted = isMade && !began && !tools.isReading(call.tool)
  const noted = isNoted ? run.add({ kind: 'began', callId: call.id }) : undefined
  if (!noted) return tools.perform(open, run.state, ctx)
  return noted.then(() => tools.perform(open, run.state, ctx))
}

function batchesOf(
  calls: readonly OpenCall[],
  tools: StepTools,
): ReadonlyArray<readonly OpenCall[]> {
  if (calls.length === 1) return [calls]
  const batches: OpenCall[][] = []
  let isJoinable = false
  for (const open of calls) {
    const isReading = tools.isReading(open.call.tool)
    const last = batches.at(-1)
    if (isReading && isJoinable && last) last.push(open)
    else batches.push([open])
    isJoinable = isReading
  }
  return batches
}
