import { askApproval } from '@armorer/core'
import { approval, createTool, stop } from '@armorer/runtime'
import { describe, expect, test } from 'vitest'
import { needInput } from '../../src/forms/answers.js'
import { askingByForm } from '../../src/forms/asking-by-form.js'
import { connect, revisions } from '../connect.js'

const text = (field: string) => ({
  type: 'object',
  properties: { [field]: { type: 'string' } },
  required: [field],
})

const book = createTool({
  name: 'book',
  description: 'Books a table.',
  risk: { effects: 'write' },
  run: (_input, ctx) => {
    const [who] = needInput(ctx, { message: 'For whom?', schema: text('name') })
    const [when, where] = needInput(
      ctx,
      { message: 'When?', schema: text('day') },
      { message: 'Where?', schema: text('place') },
    )
    return { ...who, ...when, ...where }
  },
}).layer(approval(askingByForm(() => askApproval('May I book?'))))

const ANSWERS: Readonly<Record<string, Record<string, string | boolean>>> = {
  'May I book?': { approve: true },
  'For whom?': { name: 'Alice' },
  'When?': { day: 'Monday' },
  'Where?': { place: 'Vienna' },
}

describe.each(revisions)('a client of %s', (_revision, options) => {
  test('is asked in rounds, and what was answered before is not asked again', async () => {
    const asked: string[] = []
    const client = { ...options, capabilities: { elicitation: {} } }
    const { client: one } = await connect([book], { client, forms: {} })
    one.setRequestHandler('elicitation/create', ({ params: { message } }) => {
      const [question = ''] = message.split('\n')
      asked.push(question)
      return { action: 'accept', content: { ...ANSWERS[question] } }
    })

    const { structuredContent } = await one.callTool({ name: 'book' })

    expect(structuredContent).toEqual({ name: 'Alice', day: 'Monday', place: 'Vienna' })
    expect(asked.toSorted()).toEqual(Object.keys(ANSWERS).toSorted())
  })

  test('that cannot be asked is told what is wanted', async () => {
    const { client: one } = await connect([book], { client: options, forms: {} })

    const answer = await one.callTool({ name: 'book' })

    expect(answer.isError).toBe(true)
    expect(JSON.stringify(answer.content)).toContain('May I book?')
  })
})

test('what no form can ask is told as it is', async () => {
  const schema = {
    type: 'object',
    properties: { list: { type: 'array', items: { type: 'object' } } },
  }
  const deep = createTool({
    name: 'deep',
    description: 'Wants a list of objects.',
    risk: { effects: 'none' },
    run: (_input, ctx) => needInput(ctx, { message: 'Which?', schema }),
  })
  const { client } = await connect([deep], {
    client: { capabilities: { elicitation: {} } },
    forms: {},
  })

  const answer = await client.callTool({ name: 'deep' })

  expect(answer.isError).toBe(true)
  expect(JSON.stringify(answer.content)).toContain('Which?')
})

describe('a call that waits under an id elsewhere', () => {
  test('gets a form where the decision can be taken there, and is then called again', async () => {
    const decided: unknown[] = []
    const { client } = await connect([waiting(() => decided.length > 0)], {
      client: { capabilities: { elicitation: {} } },
      forms: {
        decide: async ({ approvalId, approved, facts }) =>
          void decided.push({ approvalId, approved, by: facts.principal?.id }),
      },
    })
    client.setRequestHandler('elicitation/create', () => ({
      action: 'accept',
      content: { approve: true },
    }))

    const answer = await client.callTool({ name: 'wait' })

    expect(answer.content).toEqual([{ type: 'text', text: 'done' }])
    expect(decided).toEqual([{ approvalId: '7', approved: true, by: 'helper' }])
  })

  test('gets none otherwise', async () => {
    const { client } = await connect([waiting(() => false)], {
      client: { capabilities: { elicitation: {} } },
      forms: {},
    })

    const answer = await client.callTool({ name: 'wait' })

    expect(answer.isError).toBe(true)
    expect(JSON.stringify(answer.content)).toContain('approvalId')
  })
})

function waiting(isDecided: () => boolean) {
  return createTool({
    name: 'wait',
    description: 'Waits for a decision.',
    risk: { effects: 'write' },
    run: () => {
      if (isDecided()) return 'done'
      const asks = [{ for: 'approval', message: 'Decide.' }] as const
      throw stop({ kind: 'pending', asks, approvalId: '7' }, 'Decide.')
    },
  })
}
