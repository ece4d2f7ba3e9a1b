import { expect, test } from 'vitest'
import { createTool, type AnyTool } from '@armorer/runtime'
import { z } from 'zod'
import { createAgent } from '../../src/agent/create-agent.js'
import { validateConversation } from '../../src/conversation/validate-conversation.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { type RunStore } from '../../src/run/run-store.js'
import { type RunRecord } from '../../src/run/run-record.js'
import { resumable } from '../../src/step/resumable.js'
import { scriptedModel } from '../../src/testing/scripted-model.js'

const asked = { calls: [{ id: 'a', name: 'act', arguments: {} }] }

test('a call that had not begun is made', async () => {
  const { run, made } = await takeUp(write, 'answer')

  expect(made).toEqual(['act'])
  expect(run.messages).toContainEqual({ role: 'tool', tool_call_id: 'a', content: 'done' })
})

test('a write that had begun is not made again, and the model is told that nobody knows', async () => {
  const { run, made } = await takeUp(write, 'began')

  expect(made).toEqual([])
  expect(run.messages).toContainEqual({
    role: 'tool',
    tool_call_id: 'a',
    content: expect.stringContaining('"status":"unknown"'),
  })
  expect(run.stop).toEqual({ kind: 'done' })
  expect(validateConversation(run.events)).toEqual([])
})

test.each([
  ['is idempotent', { effects: 'write', idempotent: true } as const, false],
  ['is remembered by its tool', { effects: 'write' } as const, true],
])('a write that had begun is made again where it %s', async (_why, risk, isRemembered) => {
  const { made } = await takeUp((act) => {
    const tool = toolOf(risk, act)
    return isRemembered ? tool.layer(resumable()) : tool
  }, 'began')

  expect(made).toEqual(['act'])
})

test('a last answer that was kept counts, and nobody is asked again', async () => {
  const first = memoryRunStore()
  const output = z.object({ ok: z.boolean() })
  const define = (store: RunStore, ...answers: string[]) =>
    createAgent({ name: 'tester', model: scriptedModel(...answers), output, store })
  const { runId } = await define(first, '{"ok":true}').run('go')
  const store = memoryRunStore()
  await store.append(runId, 0, (await first.read(runId)).slice(0, -1))

  const run = await define(store).resume(runId)

  expect(run).toMatchObject({ stop: { kind: 'done' }, output: { ok: true } })
  expect(await store.read(runId)).toEqual(await first.read(runId))
})

test('reads are not noted before they begin', async () => {
  const { before } = await takeUp((act) => toolOf({ effects: 'read' }, act), 'answer')

  expect(before.map(({ kind }) => kind)).toEqual(['start', 'answer', 'output', 'answer', 'stop'])
})

test('each call has a key of its own, also where a host counts its calls anew in every answer', async () => {
  const keys: unknown[] = []
  const tool = createTool({
    name: 'act',
    description: 'Acts.',
    input: z.object({}),
    risk: { effects: 'write' },
    run: (_input, { idempotencyKey }) => {
      keys.push(idempotencyKey)
      return 'done'
    },
  })
  const agent = createAgent({
    name: 'tester',
    model: scriptedModel(asked, asked, 'done'),
    tools: [tool],
    newRunId: () => 'r',
  })

  await agent.run('go')

  expect(new Set(keys).size).toBe(2)
  expect(keys).toEqual([expect.stringMatching(/^r:/), expect.stringMatching(/^r:/)])
})

/** A run whose process died right after a record of this kind, taken up by another. */
async function takeUp(make: (act: () => void) => AnyTool, after: RunRecord['kind']) {
  const first = memoryRunStore()
  const whole = await createAgent({
    name: 'tester',
    model: scriptedModel(asked, 'ended'),
    tools: [make(() => undefined)],
    store: first,
  }).run('go')
  const before = await first.read(whole.runId)
  const store = memoryRunStore()
  const length = before.findIndex(({ kind }) => kind === after) + 1
  await store.append(whole.runId, 0, before.slice(0, length))
  const made: string[] = []
  const agent = createAgent({
    name: 'tester',
    model: scriptedModel('ended'),
    tools: [make(() => void made.push('act'))],
    store,
  })
  return { run: await agent.resume(whole.runId), made, before }
}

function write(act: () => void): AnyTool {
  return toolOf({ effects: 'write' }, act)
}

function toolOf(
  risk: { effects: 'read' } | { effects: 'write'; idempotent?: boolean },
  act: () => void,
) {
  return createTool({
    name: 'act',
    description: 'Acts.',
    input: z.object({}),
    risk,
    run: () => {
      act()
      return 'done'
    },
  })
}
