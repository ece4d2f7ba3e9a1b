import { joinRisk, NO_RISK } from '@armorer/core'
import { type Toolbox } from '@armorer/runtime'
import { type CallToolResult, type Tool } from '@modelcontextprotocol/server'
import { annotationsOf } from '../annotations-of.js'
import { type ListedTool } from './list-tools.js'
import { fullSurface, type Resolved, type Surface, type Visible } from './surface.js'

const FIND = 'find_tools'
const DESCRIBE = 'describe_tool'
const CALL = 'call_tool'

/**
 * Three tools by which a client that cannot hold all of them finds one, reads how it is called, and calls it; and those of `always`
 * under their own names. What is called by `call_tool` is called in every way as if by its name.
 */
export function findSurface(
  listed: ReadonlyMap<string, ListedTool>,
  toolbox: Pick<Toolbox, 'search'>,
  always: readonly string[] = [],
): Surface {
  const unknown = always.find((name) => !listed.has(name))
  if (unknown !== undefined) throw new Error(`there is no tool ${unknown} to be always listed`)
  const taken = [FIND, DESCRIBE, CALL].find((name) => listed.has(name))
  if (taken !== undefined) throw new Error(`a tool is named ${taken}, as one of this surface is`)
  const full = fullSurface(listed)
  const own = fullSurface(new Map([...listed].filter(([name]) => always.includes(name))))
  const nameOf = new Map([...listed].map(([name, { definition }]) => [definition.id, name]))

  const find = ({ query, limit }: Record<string, unknown>, visible: Visible): CallToolResult => {
    if (typeof query !== 'string' || query.length > 500)
      return problem('query: a text of up to 500')
    const most = limit === undefined ? 5 : Number(limit)
    if (!Number.isInteger(most) || most < 1 || most > 20) return problem('limit: from 1 to 20')
    const found = toolbox.search(query, {
      limit: most,
      filter: (tool) => nameOf.has(tool.id) && visible(tool),
    })
    if (found.kind === 'none') return answer({ tools: [], note: found.reason })
    const tools = found.hits.map(({ tool }) => ({
      name: nameOf.get(tool.id),
      description: tool.description,
      effects: tool.risk.effects,
      requiresApproval: tool.risk.requiresApproval,
    }))
    return answer({ tools })
  }

  const describe = ({ name }: Record<string, unknown>, visible: Visible): CallToolResult => {
    const one = typeof name === 'string' ? listed.get(name) : undefined
    return one && visible(one.definition) ? answer({ ...one.tool }) : noSuch(name)
  }

  const call = (given: Record<string, unknown>, visible: Visible): Resolved => {
    const { name, arguments: inner = {} } = given
    const resolved =
      typeof name === 'string' ? full.resolve(name, inner, visible) : { kind: 'missing' as const }
    return resolved.kind === 'missing' ? { kind: 'answer', result: noSuch(name) } : resolved
  }

  return {
    list: (visible) => [...metaTools([...listed.values()]), ...own.list(visible)],
    resolve(name, given, visible) {
      const args = Object(given) as Record<string, unknown>
      if (name === FIND) return { kind: 'answer', result: find(args, visible) }
      if (name === DESCRIBE) return { kind: 'answer', result: describe(args, visible) }
      return name === CALL ? call(args, visible) : own.resolve(name, given, visible)
    },
  }
}

function metaTools(listed: readonly ListedTool[]): readonly Tool[] {
  const reading = annotationsOf({ ...NO_RISK, effects: 'read' })
  const worst = joinRisk(...listed.map(({ definition }) => definition.risk))
  const name = { type: 'string', description: `A name that ${FIND} gave.` }
  return [
    {
      name: CALL,
      description: `Calls a tool that ${FIND} found, with the arguments that ${DESCRIBE} shows.`,
      inputSchema: {
        type: 'object',
        properties: { name, arguments: { type: 'object', description: 'As the tool takes them.' } },
        required: ['name'],
      },
      annotations: annotationsOf(worst),
    },
    {
      name: DESCRIBE,
      description: `Shows how a tool is called, and what it gives.`,
      inputSchema: { type: 'object', properties: { name }, required: ['name'] },
      annotations: reading,
    },
    {
      name: FIND,
      description: `Finds tools by what they do, among ${listed.length}.`,
      inputSchema: {
        type: 'object',
        properties: {
          query: { type: 'string', maxLength: 500, description: 'What you want to do.' },
          limit: { type: 'integer', minimum: 1, maximum: 20, description: '5 unless given.' },
        },
        required: ['query'],
      },
      annotations: reading,
    },
  ]
}

function answer(value: Record<string, unknown>): CallToolResult {
  return { content: [{ type: 'text', text: JSON.stringify(value) }], structuredContent: value }
}

function problem(text: string): CallToolResult {
  return { isError: true, content: [{ type: 'text', text }] }
}

function noSuch(name: unknown): CallToolResult {
  return problem(`there is no tool ${String(name).slice(0, 128)} here; ${FIND} finds what there is`)
}
