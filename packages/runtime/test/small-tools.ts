import { z } from 'zod'
import { createTool } from '../src/create-tool.js'

export const double = createTool({
  name: 'double',
  description: 'Doubles.',
  input: z.object({ n: z.number() }),
  risk: { effects: 'read' },
  run: ({ n }) => n * 2,
})

export const fail = createTool({
  name: 'fail',
  description: 'Fails.',
  risk: { effects: 'read' },
  run: () => Promise.reject(new Error('down')),
})

export const write = createTool({
  name: 'write',
  description: 'Writes.',
  risk: { effects: 'write' },
  run: () => 'written',
})

/** A tool that reads, and does this. */
export function readTool(run: () => unknown) {
  return createTool({ name: 'r', description: 'Reads.', risk: { effects: 'read' }, run })
}

/** A tool that writes, and does this. */
export function writeTool(run: () => unknown) {
  return createTool({ name: 'w', description: 'Writes.', risk: { effects: 'write' }, run })
}
