import { describe, expect, test } from 'vitest'
import { askApproval } from '@armorer/core'
import { frameworkApprovals, toOpenAIAgentTools, type OpenAIAgentTool } from 'armorer/openai-agents'
import { ABSENT, findFramework } from './find-framework.js'
import { postingToolbox } from './posting-tools.js'

interface RunResult {
  readonly finalOutput: unknown
  readonly interruptions: readonly object[]
  readonly state: { approve(item: object): void; reject(item: object): void }
}

interface Agents {
  readonly Agent: new (options: object) => object
  readonly Usage: new () => object
  setTracingDisabled(disabled: boolean): void
  run(agent: object, input: unknown): Promise<RunResult>
}

const agents = await findFramework<Agents>('@openai/agents/dist/index.mjs')
agents?.setTracingDisabled(true)

describe.skipIf(!agents)(
  'with the peers of the benchmarks, which npm ci --prefix bench installs',
  () => {
    test('a call of the SDK runs through layers, in strict mode, and comes back as the tool asks for it', async () => {
      const { toolbox, seen } = postingToolbox(() => askApproval('no'))
      const { tools } = toOpenAIAgentTools(toolbox)
      const { result, requests } = await runAgent(tools, [
        call('search', '{"query":"vienna","limit":null}'),
      ])
      expect(seen).toEqual(['layer'])
      expect(result.finalOutput).toBe('done')
      expect(JSON.stringify(requests[1])).toContain('\\"limit\\":\\"none\\"')
    })

    test('what the tool refuses is told to the model', async () => {
      const { toolbox } = postingToolbox(() => askApproval('no'))
      const { requests } = await runAgent(toOpenAIAgentTools(toolbox).tools, [
        call('search', '{"query":"x"}'),
      ])
      expect(JSON.stringify(requests[1])).toContain('toolbox.invalid_input')
    })

    test('an approval interrupts the run, as the SDK does it, and lets one call through', async () => {
      const approvals = frameworkApprovals()
      const { toolbox, seen } = postingToolbox(approvals.approver)
      const { tools } = toOpenAIAgentTools(toolbox, { approvals })
      const { result, agent } = await runAgent(tools, [call('post', '{"text":"hi"}')])
      const [interruption] = result.interruptions
      expect(interruption).toBeDefined()
      expect(seen).toEqual([])

      result.state.approve(interruption ?? {})
      await agents?.run(agent, result.state)
      expect(seen).toEqual(['posted hi'])
    })

    test('a rejection in the SDK runs nothing', async () => {
      const approvals = frameworkApprovals()
      const { toolbox, seen } = postingToolbox(approvals.approver)
      const { result, agent } = await runAgent(toOpenAIAgentTools(toolbox, { approvals }).tools, [
        call('post', '{"text":"hi"}'),
      ])
      result.state.reject(result.interruptions[0] ?? {})
      await agents?.run(agent, result.state)
      expect(seen).toEqual([])
    })
  },
)

test('a toolbox that only reads keeps a write from whatever framework', async () => {
  const approvals = frameworkApprovals()
  const { toolbox, seen } = postingToolbox(approvals.approver, true)
  const post = toOpenAIAgentTools(toolbox, { approvals }).tools.find(({ name }) => name === 'post')
  expect(await post?.invoke({}, '{"text":"hi"}')).toContain('toolbox.read_only')
  expect(seen).toEqual([])
})

function call(name: string, text: string) {
  return { type: 'function_call', callId: 'c1', name, arguments: text, status: 'completed' }
}

async function runAgent(tools: readonly OpenAIAgentTool[], calls: readonly object[]) {
  if (!agents) throw new Error(ABSENT)
  const requests: unknown[] = []
  const message = {
    type: 'message',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'done' }],
  }
  const answers: object[][] = [[...calls], [message], [message]]
  const { Agent, Usage, run } = agents
  const model = {
    getResponse(request: { input: unknown }) {
      requests.push(request.input)
      return Promise.resolve({ usage: new Usage(), output: answers.shift() ?? [] })
    },
    getStreamedResponse() {
      throw new Error('not streamed here')
    },
  }
  const agent = new Agent({ name: 'a', model, tools })
  return { result: await run(agent, 'go'), requests, agent }
}
