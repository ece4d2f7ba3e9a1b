import { type AnswerDelta } from '@armorer/core'
import { createContext, type CallFacts, type CallLimits } from '@armorer/runtime'
import { type AgentRun, type RunRequest, type RunService } from '../run/agent-run.js'
import { type RunRecord } from '../run/run-record.js'

/** What can be seen of a run while it happens. */
export type RunStreamEvent =
  /** A piece of an answer. */
  | { readonly kind: 'delta'; readonly delta: AnswerDelta }
  /** Something that is now part of the log. */
  | { readonly kind: 'record'; readonly record: RunRecord }
  | { readonly kind: 'end'; readonly run: AgentRun }

/** Events of a run that begins when the first is asked for. Who stops reading stops the run. */
export type RunStream = AsyncIterable<RunStreamEvent>

/** Runs no faster than it is read: every event waits until it is asked for. */
export async function* streamRun(
  service: RunService,
  request: RunRequest,
  options: CallFacts & CallLimits = {},
): AsyncGenerator<RunStreamEvent, undefined> {
  const ctx = createContext(options)
  const baton = createBaton<RunStreamEvent | { readonly kind: 'threw'; readonly error: unknown }>()
  // The end comes by the same way as the events: to wait for both anew with each event would hold on to all of them.
  const work = service
    .call(
      {
        ...request,
        onRecord: async (record) => {
          await request.onRecord?.(record)
          await baton.hand({ kind: 'record', record })
        },
        onDelta: async (delta) => {
          await request.onDelta?.(delta)
          await baton.hand({ kind: 'delta', delta })
        },
      },
      ctx,
    )
    .then(
      (run) => baton.hand({ kind: 'end', run }),
      (error: unknown) => baton.hand({ kind: 'threw', error }),
    )
  try {
    while (true) {
      const event = await baton.take()
      if (event.kind === 'threw') throw event.error
      yield event
      if (event.kind === 'end') return undefined
    }
  } finally {
    ctx.cancel(new DOMException('nobody reads the run any more', 'AbortError'))
    baton.drop()
    // What is under way is written down before anyone can take the run up again.
    await work
    ctx.release()
  }
}

interface Baton<Value> {
  /** Settles once the value was taken, and the taker has come for the next. */
  hand(value: Value): Promise<void>
  take(): Promise<Value>
  /** Nobody takes any more. */
  drop(): void
}

function createBaton<Value>(): Baton<Value> {
  const handed: Array<{ readonly value: Value; readonly taken: () => void }> = []
  let letGo: (() => void) | undefined
  let wake: ((value: Value) => void) | undefined
  let isDropped = false

  const pass = () => {
    const next = wake && handed.shift()
    if (!next) return
    wake?.(next.value)
    wake = undefined
    letGo = next.taken
  }
  return {
    hand: (value) =>
      isDropped
        ? Promise.resolve()
        : new Promise((taken) => {
            handed.push({ value, taken })
            pass()
          }),
    take: () =>
      new Promise((resolve) => {
        letGo?.()
        letGo = undefined
        wake = resolve
        pass()
      }),
    drop() {
      isDropped = true
      letGo?.()
      for (const { taken } of handed.splice(0)) taken()
    },
  }
}
