import { createToolError } from '@armorer/core'
import { type CallContext } from '../context.js'
import { type OutputStore } from '../output-store.js'
import { quietly } from '../quietly.js'
import { wrap, type Effects, type Service } from '../service.js'
import { sliceUtf8, toUtf8 } from '../utf8.js'
import { checkCount } from './check-option.js'
import { afterwards } from './map-output.js'

export interface TruncateOptions {
  /** The most that is shown, in UTF-8. */
  readonly maxBytes: number
  /** Keeps the whole, for `createOutputTool` to give it out piece by piece. */
  readonly store?: OutputStore
}

/** What stands in for an output that was too long. */
export interface TruncatedOutput {
  readonly truncated: true
  /** The beginning: of a string itself, of anything else its JSON. */
  readonly text: string
  /** Of the whole. */
  readonly bytes: number
  /** Under which the whole is kept, where it is. */
  readonly handle?: string
  readonly note: string
}

/** Lets no output through that is longer than a model should read: of what is, it shows the beginning and a handle to the whole. */
export function truncateOutput({
  maxBytes,
  store,
}: TruncateOptions): <Req, Res, E extends Effects>(
  inner: Service<Req, Res, E>,
) => Service<Req, Res | TruncatedOutput, E> {
  checkCount('truncateOutput', 'maxBytes', maxBytes)
  return <Req, Res, E extends Effects>(inner: Service<Req, Res, E>) =>
    wrap<Req, Res, E, Req, Res | TruncatedOutput>(inner, 'truncateOutput', (request, ctx) =>
      inner.call(request, ctx).then((response) => {
        const text = textOf(response, inner.effects)
        if (text === undefined || isSurelyShort(text, maxBytes)) return response
        const whole = toUtf8(text)
        if (whole.length <= maxBytes) return response
        return truncated(whole, maxBytes, store && kept(store, whole, ctx))
      }),
    )
}

/** A store that fails keeps nothing: what was done is done all the same. */
function kept(store: OutputStore, whole: Uint8Array, ctx: CallContext): string | undefined {
  let handle: string | undefined
  quietly(() => {
    handle = store.keep(whole, ctx.facts)
  }, ctx.logger)
  return handle
}

function truncated(whole: Uint8Array, maxBytes: number, handle?: string): TruncatedOutput {
  const { text } = sliceUtf8(whole, 0, maxBytes)
  return {
    truncated: true,
    text,
    bytes: whole.length,
    ...(handle !== undefined && { handle }),
    note:
      handle === undefined
        ? 'the output was cut off; ask for less'
        : 'the output was cut off; read_output gives the rest',
  }
}

/** `undefined` for what has no text at all, and so is not too long. */
function textOf(response: unknown, effects: Effects): string | undefined {
  if (typeof response === 'string') return response
  try {
    return JSON.stringify(response)
  } catch (cause) {
    throw afterwards(notSayable(cause), effects)
  }
}

function notSayable(cause: unknown) {
  return createToolError({
    category: 'internal',
    code: 'toolbox.invalid_output',
    message: 'an output that JSON cannot say cannot be shown to a model',
    cause,
  })
}

/** No character takes more than three bytes for each of its units. */
function isSurelyShort(text: string, maxBytes: number): boolean {
  return text.length * 3 <= maxBytes
}
