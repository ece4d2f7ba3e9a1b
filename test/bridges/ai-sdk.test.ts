import { describe, expect, test } from 'vitest'
import { askApproval, isToolError } from '@armorer/core'
import { frameworkApprovals, toAISdkTools, type AISdkTool } from 'armorer/ai-sdk'
import { ABSENT, findFramework } from './find-framework.js'
import { postingToolbox } from './posting-tools.js'

interface Content {
  readonly type: string
  readonly output?: unknown
  readonly error?: unknown
  readonly approvalId?: string
}

interface AISdk {
  generateText(options: object): Promise<{
    content: readonly Content[]
    steps: ReadonlyArray<{ content: readonly Content[] }>
    response: { messages: readonly object[] }
  }>
  stepCountIs(count: number): unknown
}

interface AISdkTest {
  readonly MockLanguageModelV3: new (options: object) => {
    doGenerateCalls: ReadonlyArray<{ prompt: unknown }>
  }
}

const ai = await findFramework<AISdk>('ai/dist/index.mjs')
const mocks = await findFramework<AISdkTest>('ai/dist/test/index.mjs')
const isThere = ai !== undefined && mocks !== undefined

describe.skipIf(!isThere)(
  'with the peers of the benchmarks, which npm ci --prefix bench installs',
  () => {
    test('a call of the SDK runs through layers and validation; the model sees what it is shown', async () => {
      const { toolbox, seen } = postingToolbox(() => askApproval('no'))
      const { tools } = toAISdkTools(toolbox, {
        show: (outcome) => (outcome.kind === 'done' ? 'found it' : undefined),
      })
      const { result, model } = await generate(tools, [call('search', { query: 'vienna' })])
      expect(seen).toEqual(['layer'])
      expect(outputsOf(result)).toEqual([
        { query: 'vienna', limit: 'none', secret: 'for the application' },
      ])
      expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).toContain('found it')
      expect(JSON.stringify(model.doGenerateCalls[1]?.prompt)).not.toContain('secret')
    })

    test('what the tool refuses is an error of the SDK, and typed', async () => {
      const { toolbox } = postingToolbox(() => askApproval('no'))
      const { result } = await generate(toAISdkTools(toolbox).tools, [
        call('search', { query: 'x' }),
      ])
      expect(errorsOf(result)).toMatchObject([{ code: 'toolbox.invalid_input' }])
    })

    test('an approval is asked for in the words of the SDK, and lets one call through', async () => {
      const approvals = frameworkApprovals()
      const { toolbox, seen } = postingToolbox(approvals.approver)
      const { tools } = toAISdkTools(toolbox, { approvals })
      const { result: asked } = await generate(tools, [call('post', { text: 'hi' })])
      const request = asked.content.find(({ type }) => type === 'tool-approval-request')
      expect(request).toBeDefined()
      expect(seen).toEqual([])

      const answer = (approved: boolean) => [
        { role: 'user', content: 'go' },
        ...asked.response.messages,
        {
          role: 'tool',
          content: [{ type: 'tool-approval-response', approvalId: request?.approvalId, approved }],
        },
      ]
      await generate(tools, [], answer(false))
      expect(seen).toEqual([])
      await generate(tools, [], answer(true))
      expect(seen).toEqual(['posted hi'])
    })

    test('an approval in the SDK alone opens no gate that was not given to it', async () => {
      const { toolbox, seen } = postingToolbox(() => askApproval('a person must look'))
      const tool = toAISdkTools(toolbox, { approvals: frameworkApprovals() }).tools['post']
      const refusal: unknown = await tool
        ?.execute({ text: 'hi' }, { toolCallId: 'c' })
        .catch((error: unknown) => error)
      expect(isToolError(refusal) && refusal.code).toBe('toolbox.pending')
      expect(seen).toEqual([])
    })

    test('a toolbox that only reads keeps a write from whatever framework', async () => {
      const approvals = frameworkApprovals()
      const { toolbox, seen } = postingToolbox(approvals.approver, true)
      const tool = toAISdkTools(toolbox, { approvals }).tools['post']
      const refusal: unknown = await tool
        ?.execute({ text: 'hi' }, { toolCallId: 'c' })
        .catch((error: unknown) => error)
      expect(isToolError(refusal) && refusal.code).toBe('toolbox.read_only')
      expect(seen).toEqual([])
    })
  },
)

test('a grant is for one call: the same facts open nothing twice', async () => {
  const approvals = frameworkApprovals()
  const { toolbox, seen } = postingToolbox(approvals.approver)
  const facts = approvals.grant({})
  const results = [
    await toolbox.execute({ name: 'post', arguments: { text: 'one' } }, facts),
    await toolbox.execute({ name: 'post', arguments: { text: 'two' } }, facts),
    await toolbox.execute({ name: 'post', arguments: { text: 'three' } }, {}),
  ]
  expect(results.map(({ kind }) => kind)).toEqual(['done', 'pending', 'pending'])
  expect(seen).toEqual(['posted one'])
})

const usage = { inputTokens: { total: 1 }, outputTokens: { total: 1 } }

function call(toolName: string, input: object) {
  return { type: 'tool-call', toolCallId: 'c1', toolName, input: JSON.stringify(input) }
}

async function generate(
  tools: Record<string, AISdkTool>,
  calls: readonly object[],
  messages: readonly object[] = [{ role: 'user', content: 'go' }],
) {
  if (!ai || !mocks) throw new Error(ABSENT)
  const answers = [
    ...(calls.length > 0 ? [{ content: calls, finishReason: { unified: 'tool-calls' } }] : []),
    { content: [{ type: 'text', text: 'done' }], finishReason: { unified: 'stop' } },
  ]
  const model = new mocks.MockLanguageModelV3({
    doGenerate: () => Promise.resolve({ ...answers.shift(), usage, warnings: [] }),
  })
  const result = await ai.generateText({ model, tools, messages, stopWhen: ai.stepCountIs(3) })
  return { result, model }
}

type Generated = Awaited<ReturnType<AISdk['generateText']>>

function outputsOf({ steps }: Generated): readonly unknown[] {
  return steps.flatMap(({ content }) =>
    content.flatMap(({ type, output }) => (type === 'tool-result' ? [output] : [])),
  )
}

function errorsOf({ steps }: Generated): readonly unknown[] {
  return steps.flatMap(({ content }) =>
    content.flatMap(({ type, error }) => (type === 'tool-error' ? [error] : [])),
  )
}
