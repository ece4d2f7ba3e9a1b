import { askApproval, type Decision, type RiskSpec } from '@armorer/core'
import { z } from 'zod'
import { type RuntimeToolContext } from '../../src/context.js'
import { createTool } from '../../src/create-tool.js'
import { approval } from '../../src/layers/approval.js'

export const spec = { name: 'whole', description: 'Made of parts.' } as const

export const text = z.object({ text: z.string() })

/** A tool from text to text, with a risk, and someone who looks on. */
export function part<const Risk extends RiskSpec>(
  name: string,
  risk: Risk,
  run: (text: string, ctx: RuntimeToolContext) => string | Promise<string> = (text) =>
    `${text}>${name}`,
) {
  return createTool({
    name,
    description: `Does ${name}.`,
    input: text,
    risk,
    run: async (input, ctx) => ({ text: await run(input.text, ctx) }),
  })
}

export const read = { effects: 'read' } as const
export const write = { effects: 'write' } as const

/** The same tool behind someone who decides. */
export function gated(
  tool: ReturnType<typeof part<typeof write>>,
  decision: Decision = askApproval('may I?'),
) {
  return tool.layer(approval(() => decision))
}
