import { askApproval } from '@armorer/core'
import { approval, createTool, createToolbox, type CallFacts } from '@armorer/runtime'
import { z } from 'zod'
import { askingByForm } from '../../src/forms/asking-by-form.js'
import { type FormOptions } from '../../src/forms/forms.js'
import { createMcpHttp } from '../../src/http/create-mcp-http.js'
import { ask, modernRequest, type Asked } from '../http/modern-wire.js'

export const yes = { may_post: { action: 'accept', content: { approve: true } } }

interface World extends FormOptions {
  readonly facts?: (client: string) => CallFacts
  readonly decideAt?: string
}

/** A tool that posts once a person has approved, served over HTTP. */
export function openPosting({ facts = asAgent, decideAt, ...forms }: World = {}) {
  const posts: string[] = []
  const post = createTool({
    name: 'post',
    description: 'Posts a text.',
    input: z.object({ text: z.string() }),
    risk: { effects: 'write', requiresApproval: true },
    run: ({ text }) => {
      posts.push(text)
      return 'posted'
    },
  }).layer(approval(askingByForm(() => askApproval('May this be posted?', 'may_post'))))
  const { fetch } = createMcpHttp(createToolbox([post]), {
    name: 'ours',
    version: '1',
    facts: ({ name }) => facts(name),
    forms,
    limits: { perMinute: 1_000_000 },
    ...(decideAt !== undefined && { decideAt }),
  })
  const call = (params: Record<string, unknown>, asked?: Asked) =>
    ask(fetch, modernRequest('tools/call', { name: 'post', ...params }, asked))
  const askFor = async (text: string) => {
    const { result } = await call({ arguments: { text } })
    const state = result?.['requestState']
    if (typeof state !== 'string') throw new Error(`no form: ${JSON.stringify(result)}`)
    return state
  }
  return { posts, call, askFor }
}

function asAgent(name: string): CallFacts {
  return { principal: { kind: 'agent', id: name }, account: 'alice' }
}
