import { type JsonObject, type RunItem, type StopReason } from '@armorer/core'
import { type AskedCall } from '../model/model-service.js'
import { callsIn } from './calls-in.js'
import { type RunRecord, type RunStop, type StartRecord } from './run-record.js'

/** What the records of a run come to, so far. Its lists only ever grow. */
export interface RunState {
  readonly start: StartRecord | undefined
  /** The whole log: what was said, and what happened beside it. */
  readonly items: readonly RunItem[]
  /** What the model is shown. The log itself, until another agent goes on with a view of its own. */
  readonly view: readonly RunItem[]
  /** Who goes on. */
  readonly agent: string
  /** How the last answer ended, where it asks for nothing and nothing has come of it yet: a process may have died there. */
  readonly ended: StopReason | undefined
  /** Calls of the last answer that have no output yet. */
  readonly open: readonly OpenCall[]
  /** `untrusted`, once words of strangers are in the context; it never goes away. */
  readonly labels: readonly string[]
  readonly progress: Progress
  /** Why it stands still; `undefined` while it runs, or where it died. */
  readonly stop: RunStop | undefined
}

export interface OpenCall {
  readonly call: AskedCall
  /** The same however often the run is taken up again, and no other call's. */
  readonly key: string
  /** Whether it may have been made already, by a process that died. */
  readonly began: boolean
  readonly decision: Decided | undefined
}

/** What a person decided about a call. */
export interface Decided {
  readonly answer: 'approved' | 'rejected' | 'edited'
  readonly by: string
  readonly arguments?: string | undefined
  readonly message?: string | undefined
}

/** How far a run has come. Stop policies judge by it, so that nothing is kept between runs. */
export interface Progress {
  /** Milliseconds since 1970. */
  readonly startedAt: number
  readonly turns: number
  readonly toolCalls: number
  readonly inputTokens: number
  readonly outputTokens: number
  /** How often in a row the very same calls were asked for. */
  readonly repeats: number
  /** What the last answer asked for. */
  readonly calls: readonly AskedCall[]
}

export interface RunFold {
  readonly state: RunState
  add(record: RunRecord): void
}

const NOTHING: JsonObject = {}
const UNTRUSTED = ['untrusted']

/** Works out what records come to, one by one. */
export function createRunFold(): RunFold {
  const items: RunItem[] = []
  const labels: string[] = []
  let view = items
  let start: StartRecord | undefined
  let agent = ''
  let open: OpenCall[] = []
  let stop: RunStop | undefined
  let ended: StopReason | undefined
  const progress = { ...NO_PROGRESS }

  const grow = (added: readonly RunItem[]) => {
    for (const item of added) {
      items.push(item)
      if (view !== items) view.push(item)
      if (item.kind !== 'usage') continue
      progress.inputTokens += item.inputTokens
      progress.outputTokens += item.outputTokens
    }
  }
  const mark = (added: readonly string[] = []) => {
    for (const label of added) if (!labels.includes(label)) labels.push(label)
  }
  const change = (callId: string, update: (call: OpenCall) => OpenCall) => {
    open = open.map((one) => (one.call.id === callId ? update(one) : one))
  }

  const add = (record: RunRecord): void => {
    stop = undefined
    ended = undefined
    switch (record.kind) {
      case 'start':
        start = record
        agent = record.agent
        progress.startedAt = record.at
        mark(record.labels)
        return grow(record.items)
      case 'said':
        if (record.closing !== undefined) open = []
        mark(record.labels)
        return grow(record.items)
      case 'answer': {
        const at = items.length
        const calls = record.calls ?? callsIn(record.items)
        if (calls.length === 0) ended = record.stop
        const prefix = `${start?.runId ?? ''}:${at}.`
        open = calls.map((call, index) => ({
          call,
          key: prefix + index,
          began: false,
          decision: undefined,
        }))
        progress.repeats = isSame(calls, progress.calls) ? progress.repeats + 1 : 0
        progress.turns += 1
        progress.toolCalls += calls.length
        progress.calls = calls
        return grow(record.items)
      }
      case 'began':
        return change(record.callId, (one) => ({ ...one, began: true }))
      case 'output':
        if (record.untrusted) mark(UNTRUSTED)
        open = open.filter(({ call }) => call.id !== record.callId)
        return grow(record.items)
      case 'waiting':
        // Who is asked first has done nothing yet.
        for (const { callId } of record.calls) change(callId, (one) => ({ ...one, began: false }))
        stop = { kind: 'waiting', calls: record.calls }
        return grow(record.items)
      case 'decided': {
        const decision = decisionOf(record.items)
        change(record.callId, (one) => ({ ...one, decision }))
        return grow(record.items)
      }
      case 'handoff':
        agent = record.to
        grow(record.items)
        view = [...record.view]
        return
      case 'stop':
        stop = record.stop
        return grow(record.items)
    }
  }

  const state: RunState = {
    get start() {
      return start
    },
    items,
    get view() {
      return view
    },
    get agent() {
      return agent
    },
    get ended() {
      return ended
    },
    get open() {
      return open
    },
    labels,
    progress,
    get stop() {
      return stop
    },
  }
  return { state, add }
}

/** The settings of all its requests. */
export function settingsOf({ start }: RunState): JsonObject {
  return start ? { ...start.settings, ...start.given } : NOTHING
}

const NO_PROGRESS: { -readonly [Field in keyof Progress]: Progress[Field] } = {
  startedAt: 0,
  turns: 0,
  toolCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  repeats: 0,
  calls: [],
}

/** Whether two answers, of which the latter asked for something, ask for the very same. */
function isSame(calls: readonly AskedCall[], before: readonly AskedCall[]): boolean {
  if (calls.length === 0 || calls.length !== before.length) return false
  return calls.every(({ tool, arguments: text }, index) => {
    const other = before[index]
    return other?.tool === tool && other.arguments === text
  })
}

function decisionOf(items: readonly RunItem[]): Decided | undefined {
  const event = items.find((item) => item.kind === 'approval')
  if (!event) return undefined
  const { answer, by, arguments: text, message } = event
  return { answer, by, arguments: text, message }
}
