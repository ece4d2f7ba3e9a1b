import { z } from 'zod'
import { approval, createTool, createToolbox, tap, type Approver } from '@armorer/runtime'

/** One tool that reads, one that writes and needs approval; every call and every layer leaves a trace. */
export function postingToolbox(approver: Approver, readOnly = false) {
  const seen: string[] = []
  const search = createTool({
    name: 'search',
    description: 'Search posts.',
    input: z.object({
      query: z
        .string()
        .min(2)
        .refine((query) => query !== 'forbidden'),
      limit: z.int().optional(),
    }),
    risk: { effects: 'read' },
    run: ({ query, limit }) => ({ query, limit: limit ?? 'none', secret: 'for the application' }),
  }).layer(tap({ onCall: () => seen.push('layer') }))
  const post = createTool({
    name: 'post',
    description: 'Post.',
    input: z.object({ text: z.string() }),
    risk: { effects: 'write', requiresApproval: true },
    run: ({ text }) => {
      seen.push(`posted ${text}`)
      return 'posted'
    },
  }).layer(approval(approver))
  return { toolbox: createToolbox([search, post], { readOnly }), seen }
}
