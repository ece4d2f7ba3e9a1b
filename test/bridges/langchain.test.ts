import { describe, expect, test } from 'vitest'
import { askApproval } from '@armorer/core'
import { frameworkApprovals, toLangChainTools, type MakeLangChainTool } from 'armorer/langchain'
import { ABSENT, findFramework } from './find-framework.js'
import { postingToolbox } from './posting-tools.js'

interface LangChainTool {
  readonly name: string
  invoke(call: object): Promise<{ content: unknown; artifact: unknown; tool_call_id: string }>
}

const langchain = await findFramework<{ readonly tool: MakeLangChainTool<LangChainTool> }>(
  '@langchain/core/dist/tools/index.js',
)

describe.skipIf(!langchain)(
  'with the peers of the benchmarks, which npm ci --prefix bench installs',
  () => {
    test('a call of LangChain runs through layers; content is for the model, the artifact for the application', async () => {
      const { toolbox, seen } = postingToolbox(() => askApproval('no'))
      const { tools } = toLangChainTools(toolbox, makeTool(), {
        show: (outcome) => (outcome.kind === 'done' ? 'found it' : undefined),
      })
      const message = await invoke(tools, 'search', { query: 'vienna' })
      expect(seen).toEqual(['layer'])
      expect(message).toMatchObject({
        content: 'found it',
        tool_call_id: 'c1',
        artifact: { kind: 'done', value: { query: 'vienna', secret: 'for the application' } },
      })
    })

    test('what the tool refuses is told to the model, and typed for the application', async () => {
      const { toolbox } = postingToolbox(() => askApproval('no'))
      const message = await invoke(toLangChainTools(toolbox, makeTool()).tools, 'search', {
        query: 'forbidden',
      })
      expect(message).toMatchObject({
        artifact: { kind: 'failed', error: { code: 'toolbox.invalid_input' } },
      })
      expect(message.content).toContain('toolbox.invalid_input')
    })

    test('an approval is asked for by interrupting the graph', async () => {
      const approvals = frameworkApprovals()
      const { toolbox, seen } = postingToolbox(approvals.approver)
      const asked: unknown[] = []
      const answers: unknown[] = [{ approved: false }, 'yes', true]
      const { tools } = toLangChainTools(toolbox, makeTool(), {
        approvals,
        interrupt(request) {
          asked.push(request)
          return answers.shift()
        },
      })
      expect(await invoke(tools, 'post', { text: 'no' })).toMatchObject({
        artifact: { kind: 'denied' },
      })
      expect(await invoke(tools, 'post', { text: 'unclear' })).toMatchObject({
        artifact: { kind: 'denied' },
      })
      expect(seen).toEqual([])
      expect(await invoke(tools, 'post', { text: 'hi' })).toMatchObject({
        artifact: { kind: 'done' },
      })
      expect(seen).toEqual(['posted hi'])
      expect(asked.at(-1)).toEqual({
        kind: 'approval',
        tool: 'post',
        callId: 'c1',
        input: { text: 'hi' },
      })
    })

    test('without an interrupt nobody was asked, and nothing is granted', async () => {
      const approvals = frameworkApprovals()
      const { toolbox, seen } = postingToolbox(approvals.approver)
      const { tools } = toLangChainTools(toolbox, makeTool(), { approvals })
      expect(await invoke(tools, 'post', { text: 'hi' })).toMatchObject({
        artifact: { kind: 'pending' },
      })
      expect(seen).toEqual([])
    })
  },
)

function makeTool(): MakeLangChainTool<LangChainTool> {
  if (!langchain) throw new Error(ABSENT)
  return langchain.tool
}

async function invoke(tools: readonly LangChainTool[], name: string, args: object) {
  const found = tools.find((tool) => tool.name === name)
  if (!found) throw new Error(`no tool is called ${name}`)
  return found.invoke({ type: 'tool_call', id: 'c1', name, args })
}
