import { askApproval } from '@armorer/core'
import { approval, createTool, createToolbox } from '@armorer/runtime'
import { z } from 'zod'

/** Adds, and would post if a person let it. */
export function openTools() {
  const posts: string[] = []
  const add = createTool({
    name: 'add',
    description: 'Adds two numbers.',
    input: z.object({ a: z.number(), b: z.number() }),
    output: z.object({ sum: z.number() }),
    risk: { effects: 'none' },
    run: ({ a, b }) => ({ sum: a + b }),
  })
  const post = createTool({
    name: 'post',
    description: 'Posts a text.',
    input: z.object({ text: z.string() }),
    risk: { effects: 'write', requiresApproval: true },
    run: ({ text }) => posts.push(text),
  }).layer(approval(() => askApproval('May this be posted?')))
  return { posts, toolbox: createToolbox([add, post]) }
}
