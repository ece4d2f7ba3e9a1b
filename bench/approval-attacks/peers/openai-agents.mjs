import { randomUUID } from 'node:crypto'
import { Agent, run, RunState, setTracingDisabled, tool, Usage } from '@openai/agents'
import { z } from 'zod'
import { postTo } from './far-side.mjs'

setTracingDisabled(true)

export const systems = [
  {
    name: 'OpenAI Agents',
    packages: ['@openai/agents'],
    store: 'RunState as a string, held by the caller',
    leaves: 'keeping the saved state whole and secret, and seeing to it that it is resumed once',
    none: {
      expired: 'approvals do not run out',
      'other principal': 'an approval names nobody',
    },
    open,
  },
]

function open({ far }) {
  const createAgent = () =>
    new Agent({
      name: 'poster',
      model: new Model(),
      tools: [
        tool({
          name: 'post',
          description: 'Posts a text.',
          parameters: z.object({ text: z.string() }),
          needsApproval: true,
          execute: ({ text }) => postTo(far, text),
        }),
      ],
    })
  const load = async (pending) => {
    const agent = createAgent()
    return { agent, state: await RunState.fromString(agent, pending) }
  }
  const resume = ({ agent, state }) => run(agent, state)
  return {
    async ask({ text }) {
      const { state } = await run(createAgent(), text)
      return state.toString()
    },
    async approve({ pending }) {
      const { agent, state } = await load(pending)
      for (const item of state.getInterruptions()) state.approve(item)
      await resume({ agent, state })
    },
    /** What was asked about A is approved on the state of B. */
    async swap({ a, b }) {
      const [asked, other] = [await load(a), await load(b)]
      for (const item of asked.state.getInterruptions()) other.state.approve(item)
      await resume(other)
    },
    /** What a state looks like that was approved is no secret; this one was approved by nobody. */
    async forge({ text }) {
      const { state } = await run(createAgent(), 'harmless')
      for (const item of state.getInterruptions()) state.approve(item)
      await resume(await load(state.toString().replaceAll('harmless', text)))
    },
    async tamper({ pending, from, to }) {
      return pending.replaceAll(from, to)
    },
  }
}

/** Calls the tool with what the user said, and is content with its result. */
class Model {
  async getResponse({ input }) {
    const isDone = Array.isArray(input) && input.at(-1).type === 'function_call_result'
    return { usage: new Usage(), output: [isDone ? done() : callOf(input)] }
  }
}

function callOf(input) {
  const said =
    typeof input === 'string' ? input : input.findLast((item) => item.role === 'user').content
  const text = typeof said === 'string' ? said : said[0].text
  const [callId, args] = [randomUUID(), JSON.stringify({ text })]
  return { type: 'function_call', callId, name: 'post', status: 'completed', arguments: args }
}

function done() {
  const content = [{ type: 'output_text', text: 'done' }]
  return { type: 'message', role: 'assistant', status: 'completed', content }
}
