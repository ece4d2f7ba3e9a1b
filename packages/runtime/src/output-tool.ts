import { createToolError } from '@armorer/core'
import { createTool } from './create-tool.js'
import { flatSchema } from './flat-schema.js'
import { checkCount } from './layers/check-option.js'
import { type OutputStore } from './output-store.js'
import { sliceUtf8 } from './utf8.js'

export interface OutputToolOptions {
  /** The most that one call gives, in UTF-8; 16,000 where it is left out. */
  readonly maxBytes?: number
}

/**
 * A tool by which a model reads on in an output that was cut off. It gives what was kept for the same principal and account alone,
 * and counts as written by strangers, as anything in the store may be.
 */
export function createOutputTool(
  store: OutputStore,
  { maxBytes = 16_000 }: OutputToolOptions = {},
) {
  checkCount('createOutputTool', 'maxBytes', maxBytes)
  // No character is longer, so that every call gets on.
  const most = Math.max(4, maxBytes)
  return createTool({
    name: 'read_output',
    description:
      'Reads on in an output that was cut off: pass its handle, and the offset that the last call gave.',
    input: flatSchema({
      handle: { type: 'string', maxLength: 200, description: 'From the output that was cut off.' },
      offset: {
        type: 'integer',
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        optional: true,
        description: 'In bytes; 0 where it is left out.',
      },
    }),
    risk: { effects: 'read', untrustedOutput: true, dataSensitivity: 'restricted' },
    run({ handle, offset = 0 }, { facts }) {
      const whole = store.find(handle, facts)
      if (!whole) throw notKept()
      const { text, end } = sliceUtf8(whole, offset, most)
      return { text, bytes: whole.length, ...(end < whole.length && { nextOffset: end }) }
    },
  })
}

function notKept() {
  return createToolError({
    category: 'not_found',
    code: 'toolbox.output_gone',
    message: 'no output is kept under this handle, or not any more: make the call again',
  })
}
