import { expect, test } from 'vitest'
import { z } from 'zod'
import { createAgent } from '../../src/agent/create-agent.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { scriptedModel } from '../../src/testing/scripted-model.js'

const output = z.object({ city: z.string(), days: z.number().int() })

test('the final answer is what the schema makes of it', async () => {
  const model = scriptedModel('```json\n{"city":"Vienna","days":3}\n```')

  const run = await createAgent({ name: 'tester', model, output }).run('where?')

  expect(run.output).toEqual({ city: 'Vienna', days: 3 })
})

test('an answer that does not fit is sent back with its problems', async () => {
  const store = memoryRunStore()
  const model = scriptedModel(
    'Vienna!',
    '{"city":"Vienna","days":"three"}',
    '{"city":"V","days":3}',
  )
  const agent = createAgent({ name: 'tester', model, output, store })

  const run = await agent.run('where?')

  expect(run.output).toEqual({ city: 'V', days: 3 })
  const asked = run.messages.filter(({ role }) => role === 'user').map(({ content }) => content)
  expect(asked).toEqual([
    'where?',
    expect.stringContaining('JSON'),
    expect.stringContaining('days'),
  ])
  expect((await agent.replay(run.runId)).divergence).toBeUndefined()
})

test('it is sent back so many times, and no more', async () => {
  const model = scriptedModel('no', 'no', 'no', '{"city":"late","days":1}')

  const run = await createAgent({ name: 'tester', model, output, repairs: 2 }).run('where?')

  expect(run.stop.kind).toBe('invalid_output')
  expect(run.output).toBeUndefined()
})
