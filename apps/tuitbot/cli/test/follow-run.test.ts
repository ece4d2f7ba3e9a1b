import { createAgent } from '@armorer/agent'
import { scriptedModel } from '@armorer/agent/testing'
import { createTool } from '@armorer/runtime'
import { openRunStore, publish } from '@tuitbot/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { followRun } from '../src/follow-run.js'
import { ASSISTANT } from '../src/with-assistant.js'
import { openSmallHome, record } from './small-home.js'

test.each([
  [[], 0],
  [['look'], 0],
  [['fail'], 1],
  [['fail', 'look'], 0],
  [['look', 'fail'], 1],
  [['write', 'fail'], 0],
  [['fail', 'fail'], 1],
])('a run that has called %j and says that it is done ends with %i', async (names, code) => {
  await using home = await openSmallHome()
  const { tuitbot } = home
  const store = await openRunStore(tuitbot.ctx.config.storage)
  const calls = names.map((name) => ({ calls: [{ name }] }))
  const agent = createAgent({
    name: 'scripted',
    model: scriptedModel(...calls, 'That is all.'),
    tools: [tool('look', 'read'), tool('write', 'write'), failing],
  })

  const run = await agent.run('Do something.')

  expect(run.stop).toEqual({ kind: 'done' })
  expect(await followRun({ tuitbot, agent, store }, run, {}, record())).toBe(code)
  await store.close()
})

test('what it says to type when a run waits for several can be typed', async () => {
  await using home = await openSmallHome()
  const { tuitbot } = home
  const { ctx, account } = tuitbot
  const calls = []
  for (let number = 1; number <= 12; number += 1) {
    const draft = { account, text: `Note ${number}.` }
    const asked = await publish(ctx, ASSISTANT.principal, draft)
    const approvalId = asked.kind === 'needs_approval' ? String(asked.queueId) : ''
    calls.push({ callId: approvalId, tool: 'write', arguments: '{}', asks: [], approvalId })
  }
  const store = await openRunStore(ctx.config.storage)
  const agent = createAgent({ name: 'scripted', model: scriptedModel('Nothing.'), tools: [] })
  const done = await agent.run('Do something.')
  const io = record()

  await followRun({ tuitbot, agent, store }, { ...done, stop: { kind: 'waiting', calls } }, {}, io)

  const lines = io.said.out.matchAll(/^Decide with: tuitbot (.*)$/gm)
  for (const [, line = ''] of lines) {
    expect(await home.command(...line.split(' '))).toMatchObject({ code: 0, err: '' })
  }
  expect(home.countPosts()).toBe(12)
  await store.close()
})

function tool(name: string, effects: 'read' | 'write', run = () => 'done') {
  return createTool({ name, description: name, input: z.object({}), risk: { effects }, run })
}

const failing = tool('fail', 'read', () => {
  throw new Error('out of order')
})
