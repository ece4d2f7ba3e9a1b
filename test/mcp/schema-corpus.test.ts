import { describeSchema } from '@armorer/core'
import { createTool } from '@armorer/runtime'
import { expect, test } from 'vitest'
import {
  arktypeCorpus,
  valibotCorpus,
} from '../../packages/core/test/serialization/corpus-others.js'
import { zodCorpus } from '../../packages/core/test/serialization/corpus-zod.js'
import { LOSSES } from '../../packages/mcp/src/surface/list-tools.js'
import { connect, revisions } from '../../packages/mcp/test/connect.js'

const corpus = [...zodCorpus, ...valibotCorpus, ...arktypeCorpus].map((feature, index) => ({
  ...feature,
  tool: createTool({
    name: `feature_${index}`,
    description: feature.name,
    input: feature.schema,
    risk: { effects: 'none' },
    run: () => 'x',
  }),
}))

test.each(revisions)(
  'a client of %s gets every schema as it is, and is told what it leaves out',
  async (_revision, options) => {
    const { client } = await connect(
      corpus.map(({ tool }) => tool),
      { client: options },
    )
    const { tools } = await client.listTools()
    const listed = new Map(tools.map((tool) => [tool.name, tool]))

    const silent = corpus.filter(({ tool, losses }) => {
      const told: unknown = listed.get(tool.name)?._meta?.[LOSSES]
      return losses.length !== (Array.isArray(told) ? told.length : 0)
    })
    const changed = corpus.filter(({ tool, schema }) => {
      const said = { ...describeSchema(schema, 'input').schema, type: 'object' }
      return (
        JSON.stringify(sorted(listed.get(tool.name)?.inputSchema)) !== JSON.stringify(sorted(said))
      )
    })

    expect(tools).toHaveLength(corpus.length)
    expect(corpus.filter(({ losses }) => losses.length > 0).length).toBeGreaterThan(30)
    expect(silent.map(({ name }) => name)).toEqual([])
    expect(changed.map(({ name }) => name)).toEqual([])
  },
)

/** The SDK's types put their own keys first, which says nothing. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(sorted)
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([key, inner]) => [key, sorted(inner)]))
}
