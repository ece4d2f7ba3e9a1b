import { expect, test } from 'vitest'
import { createToolError } from '@armorer/core'
import { createContext, createTool, createToolbox } from '@armorer/runtime'
import { z } from 'zod'
import { createRunFold, type OpenCall } from '../../src/run/run-state.js'
import { toolboxTools } from '../../src/step/step-tools.js'

const call = { id: 'a', name: 'send', tool: 'send', arguments: '{}' }
const rejected = { answer: 'rejected', by: 'ann' } as const
const refusal = createToolError({ category: 'validation', code: 'model.cut', message: 'cut off' })

test.each<[string, Partial<OpenCall>, string, boolean]>([
  ['made', {}, 'done', true],
  ['interrupted', { began: true }, 'unknown', true],
  ['begun, and rejected later', { began: true, decision: rejected }, 'unknown', true],
  ['rejected by a person', { decision: rejected }, 'denied', false],
  ['cut off by the model', { call: { ...call, refusal } }, 'failed', false],
])(
  'a call that may tell of strangers, and is %s, says whether it did',
  async (_what, change, outcome, isUntrusted) => {
    const open = { call, place: '0.0', key: 'k', began: false, decision: undefined, ...change }

    const performed = await tools().perform(open, createRunFold().state, createContext())

    expect(performed).toMatchObject({ kind: 'ended', record: { outcome } })
    expect('record' in performed && performed.record.untrusted === true).toBe(isUntrusted)
  },
)

function tools() {
  const send = createTool({
    name: 'send',
    description: 'Sends, and gives what strangers answer.',
    input: z.object({}),
    risk: { effects: 'write', untrustedOutput: true },
    run: () => 'hello',
  })
  return toolboxTools(createToolbox([send]))
}
