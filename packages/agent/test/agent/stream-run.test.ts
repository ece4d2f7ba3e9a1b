import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'
import { service } from '@armorer/runtime'
import { createAgent } from '../../src/agent/create-agent.js'
import { type ModelRequest } from '../../src/model/model-service.js'
import { scriptedModel, toReply } from '../../src/testing/scripted-model.js'

test('what was read of a stream is let go of', async () => {
  const pieces: Array<WeakRef<object>> = []
  const model = service(
    async ({ onDelta }: ModelRequest) => {
      for (let at = 0; at < 100; at++) {
        const delta = { kind: 'text', text: `${at}` } as const
        pieces.push(new WeakRef(delta))
        await onDelta?.(delta)
      }
      return toReply({ text: 'done' }, 0)
    },
    { effects: 'read', name: 'talkative' },
  )
  const collect = collector()
  let held = 0

  for await (const event of createAgent({ name: 'talker', model }).stream('go')) {
    if (event.kind !== 'record' || event.record.kind !== 'answer') continue
    // What was looked at in this turn of the event loop counts as held.
    await new Promise((resolve) => setTimeout(resolve))
    collect()
    held = pieces.filter((piece) => piece.deref() !== undefined).length
  }

  expect(pieces).toHaveLength(100)
  expect(held).toBeLessThan(5)
})

test('what is thrown comes after all that was said before, and who stops reading stops the run', async () => {
  const store = { append: () => Promise.reject(new Error('full')), read: async () => [] }
  const agent = createAgent({
    name: 'talker',
    model: scriptedModel('hi'),
    store: { ...store, list: async () => [], close: async () => undefined },
  })
  await expect(agent.stream('go')[Symbol.asyncIterator]().next()).rejects.toThrow('full')

  const kinds: string[] = []
  for await (const { kind } of createAgent({ name: 'a', model: scriptedModel('hi') }).stream(
    'go',
  )) {
    kinds.push(kind)
    if (kinds.length === 2) break
  }
  expect(kinds).toEqual(['record', 'record'])
})

/** A whole collection, without a flag that whoever starts this would have to know of. */
function collector(): () => void {
  setFlagsFromString('--expose-gc')
  return runInNewContext('gc') as () => void
}
