import { expect, test } from 'vitest'
import { createToolbox } from '../../src/runner.js'
import { scriptedTool } from '../../src/testing/scripted-tool.js'

test('a scripted tool remembers what it was called with, in a toolbox as alone', async () => {
  const tool = scriptedTool('post', ['first', new Error('down'), () => 'third'])
  const toolbox = createToolbox([tool])
  const results = []
  for (const n of [1, 2, 3, 4]) {
    const { kind } = await toolbox.execute({ name: 'post', arguments: { n } })
    results.push(kind)
  }
  expect(results).toEqual(['done', 'failed', 'done', 'failed'])
  expect(tool.inputs).toEqual([{ n: 1 }, { n: 2 }, { n: 3 }, { n: 4 }])
})
