import { type JsonObject, type RunItem } from '@armorer/core'
import { type Effects, type Service } from '@armorer/runtime'
import { runItemsToRawMessages } from '../chat/chat-codec.js'
import { type RawMessage } from '../chat/raw-message.js'
import { type OnDelta } from '../model/model-service.js'
import { type FinalOutput } from '../step/step-outcome.js'
import { type OnRecord } from './open-run.js'
import { type RunRecord, type RunStop, type StartRecord } from './run-record.js'
import { type Progress, type RunState } from './run-state.js'

/** A whole run: steps until there is nothing more to do, or a reason to stop. */
export type RunService<E extends Effects = Effects> = Service<RunRequest, AgentRun, E>

export interface RunRequest {
  /** A new one where it is left out. */
  readonly runId?: string | undefined
  /** What is said to the model. To a run that waits, it is said instead of the decision: its open calls are closed first. */
  readonly messages?: readonly RawMessage[] | undefined
  /** Fields of the model's request: they are passed on untouched, and belong to the whole run. */
  readonly settings?: JsonObject | undefined
  /** Where what is said comes from: `untrusted` for words of strangers. */
  readonly labels?: readonly string[] | undefined
  /** The run so far: it goes on from there. */
  readonly past?: readonly RunRecord[] | undefined
  /** What a person decided about calls that wait. */
  readonly decisions?: readonly CallDecision[] | undefined
  readonly forkOf?: StartRecord['forkOf']
  /** Keeps what happens; the run goes on when it is kept. */
  readonly onRecord?: OnRecord | undefined
  readonly onDelta?: OnDelta | undefined
}

/** A person's decision about one call. It comes from where no model can write. */
export interface CallDecision {
  readonly callId: string
  readonly answer: 'approved' | 'rejected' | 'edited'
  /** Who decided. */
  readonly by: string
  /** JSON text, where they were edited. */
  readonly arguments?: string | undefined
  /** Said to the model. */
  readonly message?: string | undefined
}

/** What a run has come to. */
export interface AgentRun {
  readonly runId: string
  /** The whole log. */
  readonly events: readonly RunItem[]
  /** The same as raw messages, worked out when it is read. */
  readonly messages: readonly RawMessage[]
  readonly stop: RunStop
  /** The last answer's text. */
  readonly text: string
  /** What the output schema made of it. */
  readonly output?: unknown
  readonly labels: readonly string[]
  readonly progress: Progress
}

export function toAgentRun(
  { start, items, text, labels, progress }: RunState,
  stop: RunStop,
  output?: FinalOutput,
): AgentRun {
  const run = {
    runId: start?.runId ?? '',
    events: items,
    stop,
    text,
    ...(output?.kind === 'valid' && { output: output.value }),
    labels,
    progress,
  }
  // What was just defined is there.
  return Object.defineProperty(run, 'messages', MESSAGES) as typeof run & Pick<AgentRun, 'messages'>
}

/** One getter for all runs: a getter that is made for each gives each a shape of its own, and that shape holds on to the run. */
const MESSAGES: PropertyDescriptor & ThisType<AgentRun> = {
  enumerable: true,
  get() {
    return runItemsToRawMessages(this.events)
  },
}
