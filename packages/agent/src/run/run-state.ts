import { type JsonObject, type RunItem, type StopReason } from '@armorer/core'
import { type AskedCall } from '../model/model-service.js'
import { callsIn } from './calls-in.js'
import { lastText } from './last-text.js'
import {
  type AnswerRecord,
  type RunRecord,
  type RunStop,
  type StartRecord,
  type WaitingCall,
} from './run-record.js'

/** What the records of a run come to, so far. Its lists only ever grow. */
export interface RunState {
  readonly start: StartRecord | undefined
  /** The whole log: what was said, and what happened beside it. */
  readonly items: readonly RunItem[]
  /** What the model is shown. The log itself, until another agent goes on with a view of its own. */
  readonly view: readonly RunItem[]
  /** Who goes on. */
  readonly agent: string
  /** What the model said last; nothing where its last answer says nothing. */
  readonly text: string
  /** How the last answer ended, where it asks for nothing and nothing has come of it but the end: a process may have died there. */
  readonly ended: StopReason | undefined
  /** Calls of the last answer that have no output yet. */
  readonly open: readonly OpenCall[]
  /** `untrusted`, once words of strangers are in the context; it never goes away. */
  readonly labels: readonly string[]
  readonly progress: Progress
  readonly request: RequestProgress
  /** Why it stands still; `undefined` while it runs, or where it died. */
  readonly stop: RunStop | undefined
}

export interface OpenCall {
  readonly call: AskedCall
  /** Where in the log it was asked for. */
  readonly place: string
  /** The same however often the run is taken up again, and no other call's. */
  readonly key: string
  /** Whether it may have been made already, by a process that died, or by the run that this one is a fork of. */
  readonly began: boolean
  readonly decision: Decided | undefined
  /** What it waited for when it was last asked about. */
  readonly waiting?: WaitingCall | undefined
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

/** How far a run has come since someone last asked it to go on, by its records: what a crash cut in two is still one request. */
export interface RequestProgress {
  readonly turns: number
  /** How often the run itself has said that an answer does not fit. */
  readonly repairs: number
}

export interface RunFold {
  readonly state: RunState
  add(record: RunRecord): void
}

type Mutable<Data> = { -readonly [Field in keyof Data]: Data[Field] }

/** The same while it is worked out. Plain fields, since getters would give each run a shape of its own, which is slow to read. */
interface GrowingState extends Mutable<Omit<RunState, 'items' | 'view' | 'labels' | 'progress'>> {
  readonly items: RunItem[]
  view: RunItem[]
  readonly labels: string[]
  readonly progress: Mutable<Progress>
}

const NOTHING: JsonObject = {}
const UNTRUSTED = ['untrusted']
const NEW_REQUEST: RequestProgress = { turns: 0, repairs: 0 }

/** Works out what records come to, one by one. */
export function createRunFold(): RunFold {
  const items: RunItem[] = []
  const state: GrowingState = {
    start: undefined,
    items,
    view: items,
    agent: '',
    text: '',
    ended: undefined,
    open: [],
    labels: [],
    progress: {
      startedAt: 0,
      turns: 0,
      toolCalls: 0,
      inputTokens: 0,
      outputTokens: 0,
      repeats: 0,
      calls: [],
    },
    request: NEW_REQUEST,
    stop: undefined,
  }
  return { state, add: (record) => addRecord(state, record) }
}

function addRecord(state: GrowingState, record: RunRecord): void {
  const { ended } = state
  state.stop = undefined
  state.ended = undefined
  switch (record.kind) {
    case 'start':
      state.start = record
      state.agent = record.agent
      state.progress.startedAt = record.at
      mark(state, record.labels)
      return grow(state, record.items)
    case 'said':
      if (record.closing !== undefined) state.open = []
      if (record.by === 'user') state.request = NEW_REQUEST
      else count(state, 'repairs')
      mark(state, record.labels)
      return grow(state, record.items)
    case 'answer':
      openCalls(state, record)
      return grow(state, record.items)
    case 'began':
      return change(state, record.callId, (one) => ({ ...one, began: true }))
    case 'output':
      if (record.untrusted) mark(state, UNTRUSTED)
      state.open = state.open.filter(({ call }) => call.id !== record.callId)
      return grow(state, record.items)
    case 'waiting':
      // Who is asked first has done nothing yet.
      for (const waiting of record.calls) {
        change(state, waiting.callId, (one) => ({
          ...one,
          waiting,
          began: begunBefore(state, one.place) !== undefined,
        }))
      }
      state.stop = { kind: 'waiting', calls: record.calls }
      state.request = NEW_REQUEST
      return grow(state, record.items)
    case 'decided': {
      const decision = decisionOf(record.items)
      change(state, record.callId, (one) => ({ ...one, decision }))
      state.request = NEW_REQUEST
      return grow(state, record.items)
    }
    case 'handoff':
      state.agent = record.to
      grow(state, record.items)
      state.view = [...record.view]
      return
    case 'stop':
      state.stop = record.stop
      if (record.stop.kind === 'done') state.ended = ended
      state.request = NEW_REQUEST
      return grow(state, record.items)
  }
}

function grow({ items, view, progress }: GrowingState, added: readonly RunItem[]): void {
  for (const item of added) {
    items.push(item)
    if (view !== items) view.push(item)
    if (item.kind !== 'usage') continue
    progress.inputTokens += item.inputTokens
    progress.outputTokens += item.outputTokens
  }
}

function mark({ labels }: GrowingState, added: readonly string[] = []): void {
  for (const label of added) if (!labels.includes(label)) labels.push(label)
}

function openCalls(state: GrowingState, record: AnswerRecord): void {
  const { progress } = state
  const calls = record.calls ?? callsIn(record.items)
  state.text = lastText(record.items)
  if (calls.length === 0) state.ended = record.stop
  const prefix = `${state.items.length}.`
  state.open = calls.map((call, index) => {
    const place = prefix + index
    const theirs = begunBefore(state, place)
    return {
      call,
      place,
      key: theirs ?? `${state.start?.runId ?? ''}:${place}`,
      began: theirs !== undefined,
      decision: undefined,
      waiting: undefined,
    }
  })
  progress.repeats = isSame(calls, progress.calls) ? progress.repeats + 1 : 0
  progress.turns += 1
  count(state, 'turns')
  progress.toolCalls += calls.length
  progress.calls = calls
}

/** A fork is a request of its own: what it has from the first run does not count. */
function count(state: GrowingState, what: keyof RequestProgress): void {
  const { items, start, request } = state
  const { items: theirs, at = 0 } = start?.forkOf ?? {}
  if (items.length < (theirs ?? at)) return
  state.request = { ...request, [what]: request[what] + 1 }
}

/** The key under which the run that this one is a fork of has begun a call. */
function begunBefore({ start }: GrowingState, place: string): string | undefined {
  return start?.forkOf?.begun?.[place]
}

function change(state: GrowingState, callId: string, update: (call: OpenCall) => OpenCall): void {
  state.open = state.open.map((one) => (one.call.id === callId ? update(one) : one))
}

/** The settings of all its requests. */
export function settingsOf({ start }: RunState): JsonObject {
  return start ? { ...start.settings, ...start.given } : NOTHING
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
