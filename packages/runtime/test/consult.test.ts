import { getEventListeners } from 'node:events'
import { expect, test } from 'vitest'
import { createTool } from '../src/create-tool.js'

test('a companion that has answered listens no longer to whoever asked', async () => {
  const asker = new AbortController()
  const tool = createTool({
    name: 'w',
    description: 'Writes.',
    risk: { effects: 'write' },
    preview: (_, { signal }) => signal.aborted,
    run: () => 1,
  })
  expect(await tool.consult('preview', {}, { signal: asker.signal })).toBe(false)
  expect(getEventListeners(asker.signal, 'abort')).toHaveLength(0)
  expect(tool.consult('undo', {})).toBeUndefined()
})
