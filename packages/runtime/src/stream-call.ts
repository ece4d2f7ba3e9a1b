import { createToolError } from '@armorer/core'
import { systemClock, type Clock } from './clock.js'
import { type ToolCallInfo, type ToolEvent } from './context.js'
import { type CallEvent, type Untimed } from './call-event.js'
import { createEventQueue } from './event-queue.js'
import { type ToolResult } from './outcome.js'
import { heard } from './quietly.js'
import { type CallOptions, type RunnableTool, type ToolCall } from './tool.js'

/** A call that is under way. Its events can be read once; whether they are read, or not to their end, does not change the call. */
export interface CallStream<Output = unknown> extends AsyncIterable<CallEvent<Output>> {
  /** What became of it. It never rejects. */
  readonly result: Promise<ToolResult<Output>>
}

export interface StreamOptions extends CallOptions {
  /** How many unread events a tool that waits for `dispatch` may be ahead; 256 where it is left out. Twice as many are kept at most. */
  readonly capacity?: number
  readonly newCallId?: () => string
}

/** Makes a call and lets one watch it. A tool that waits for its `dispatch` goes no faster than the events are read. */
export function streamCall<Args, Output>(
  tool: RunnableTool<Args, never, Output>,
  call: Omit<ToolCall<string, Args>, 'name'>,
  options?: StreamOptions,
): CallStream<Output>
export function streamCall(
  toolbox: { execute(call: ToolCall, options?: CallOptions): Promise<ToolResult> },
  call: ToolCall,
  options?: StreamOptions,
): CallStream
export function streamCall(
  target: Executor,
  call: Partial<ToolCall>,
  { capacity = 256, newCallId = () => crypto.randomUUID(), ...options }: StreamOptions = {},
): CallStream {
  if (!(Number.isInteger(capacity) && capacity >= 1)) throw invalidCapacity(capacity)
  const callId = call.id || options.callId || newCallId()
  const queue = createEventQueue(capacity, stamper(options.runId, options.clock))

  void queue.tell({ kind: 'started', callId, name: call.name })
  const onEvent = (event: ToolEvent, info: ToolCallInfo) => {
    const listening = heard(() => options.onEvent?.(event, info))
    // Whoever reads it later reads what was told, whatever the tool does with it meanwhile.
    const told = { ...event }
    const room = queue.tell({ kind: 'told', callId: info.id, tool: info.tool, event: told })
    return listening && room ? Promise.all([listening, room]) : (listening ?? room)
  }
  const result = executed(target, { ...call, id: callId }, { ...options, onEvent }).then(
    (ended) => {
      queue.finish({ kind: 'finished', callId, result: ended })
      return ended
    },
  )
  return { result, [Symbol.asyncIterator]: () => queue.read() }
}

function stamper(runId: string | undefined, clock: Clock = systemClock) {
  let sequence = 0
  return (event: Untimed<CallEvent>): CallEvent => ({
    ...event,
    runId,
    sequence: ++sequence,
    at: clock.elapsed(),
  })
}

/** A tool or a toolbox, each of which takes calls of its own form. */
interface Executor {
  execute(call: never, options?: CallOptions): Promise<ToolResult>
}

/** A tool or toolbox never rejects; what only looks like one may. */
async function executed(
  target: Executor,
  call: Partial<ToolCall> & { readonly id: string },
  options: CallOptions,
): Promise<ToolResult> {
  try {
    // The overloads let only calls of the right form come here.
    return await target.execute(call as never, options)
  } catch (cause) {
    const error = createToolError({
      category: 'internal',
      code: 'toolbox.internal',
      message: 'what was to make the call failed',
      cause,
    })
    return { kind: 'failed', callId: call.id, tool: call.name ?? '', error }
  }
}

function invalidCapacity(capacity: number) {
  return createToolError({
    category: 'validation',
    code: 'toolbox.invalid_option',
    message: `streamCall takes capacity as a whole number from 1 on, not ${capacity}`,
  })
}
