import { type AgentRun, type WaitingCall } from '@armorer/agent'
import { approve, getApproval, reject, type ApprovalView } from '@tuitbot/core'
import { answer } from './answer.js'
import { type Options } from './commands.js'
import { type Io } from './io.js'
import { indent } from './show.js'
import { ASSISTANT, type Assistance } from './with-assistant.js'

/** Asks the person about whatever a run waits for, goes on with it, and tells how it ended. */
export async function followRun(
  assistance: Assistance,
  begun: AgentRun,
  options: Options,
  io: Io,
): Promise<number> {
  let run = begun
  let asked = ''
  while (run.stop.kind === 'waiting') {
    const now = idsOf(run.stop.calls, ' ')
    // What was decided and still waits goes out later: everything may be paused.
    if (now === asked || !(await decideAll(assistance, run.stop.calls, io))) break
    asked = now
    run = await assistance.agent.resume(run.runId, [], ASSISTANT)
  }
  const { runId, stop, text } = run
  answer(io, options, { run: runId, stop, text }, () => describe(run))
  if (stop.kind === 'done') return cameToNothing(assistance, run) ? 1 : 0
  return stop.kind === 'waiting' ? 0 : 1
}

/** Whether what it tried last went wrong, and nothing has gone out before. */
function cameToNothing({ agent }: Assistance, { events }: AgentRun): boolean {
  const outputs = events.flatMap((item) =>
    item.kind === 'message' ? item.parts.filter((part) => part.kind === 'tool_output') : [],
  )
  const hasWritten = outputs.some(
    ({ name = '', isError }) => !isError && agent.toolbox.find(name)?.effects === 'write',
  )
  return outputs.at(-1)?.isError === true && !hasWritten
}

/** Whether somebody was there to decide on everything. */
async function decideAll(
  { tuitbot: { ctx, owner } }: Assistance,
  calls: readonly WaitingCall[],
  io: Io,
): Promise<boolean> {
  for (const { approvalId } of calls) {
    const id = Number(approvalId)
    const approval = await getApproval(ctx, id)
    // Someone may have decided meanwhile, in the browser.
    if (approval.status !== 'waiting for you') continue
    const said = await io.ask(`${show(approval)}\nPost this? [y/N] `)
    if (said === undefined) return false
    const decision = { id, by: owner, content: approval.content }
    if (said.trim().toLowerCase() === 'y') await approve(ctx, decision)
    else await reject(ctx, decision)
  }
  return true
}

function show({ text, answers }: ApprovalView): string {
  const whom = answers?.username === undefined ? (answers?.id ?? 'nobody') : `@${answers.username}`
  return `The assistant wants to reply to ${whom}:\n  ${indent(text, 2)}`
}

function describe({ runId, stop, text }: AgentRun): string {
  if (stop.kind === 'waiting') {
    return [
      `It waits for you: approval ${idsOf(stop.calls, ', ')}.`,
      ...howToDecide(stop.calls),
      `Then go on with: tuitbot runs resume ${runId}`,
    ].join('\n')
  }
  const end = stop.kind === 'done' ? text : `It ended early: ${stop.kind.replaceAll('_', ' ')}`
  return `${end}\nSee it again with: tuitbot runs replay ${runId}`
}

/** As many as one command decides. */
const AT_ONCE = 10

function howToDecide(calls: readonly WaitingCall[]): readonly string[] {
  const lines: string[] = []
  for (let at = 0; at < calls.length; at += AT_ONCE) {
    const ids = idsOf(calls.slice(at, at + AT_ONCE), ' ')
    lines.push(`Decide with: tuitbot approvals approve ${ids}`)
  }
  return lines
}

function idsOf(calls: readonly WaitingCall[], between: string): string {
  return calls.map(({ approvalId }) => approvalId).join(between)
}
