import fc from 'fast-check'
import semver from 'semver'
import { isToolError } from '../../src/errors.js'
import { createRegistry, type ToolRegistry } from '../../src/registry/create-registry.js'
import { defineTool, type ToolDefinition } from '../../src/tool-definition.js'
import { type Trial } from './law.js'

const VERSIONS = [
  '1.0.0-alpha',
  '1.0.0-alpha.1',
  '1.0.0',
  '1.2.0',
  '2.0.0-rc.1',
  '2.0.0',
  undefined,
]
const TOOLS = ['post', 'search', 'delete'].flatMap((name) =>
  ['x', 'default'].flatMap((namespace) =>
    VERSIONS.map((version) =>
      defineTool({
        identity: { namespace, name, ...(version !== undefined && { version }) },
        description: `${name} in ${namespace}`,
        risk: { effects: 'read' },
      }),
    ),
  ),
)

type Operation =
  | { readonly kind: 'register'; readonly tool: ToolDefinition; readonly override: boolean }
  | { readonly kind: 'unregister'; readonly tool: ToolDefinition }

const tool = fc.constantFrom(...TOOLS)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ kind: fc.constant('register'), tool, override: fc.boolean() }),
  },
  fc.record({ kind: fc.constant('unregister'), tool }),
)

/** After any operations a registry holds what a plain list would, and `resolve` chooses what semver would. */
export function registryIsAList({ runs, seed }: Trial): void {
  fc.assert(
    fc.property(fc.array(operation, { maxLength: 30 }), tool, (operations, probe) => {
      const registry = createRegistry()
      const expected = operations.reduce(
        (list, one) => apply(registry, list, one),
        [] as ToolDefinition[],
      )
      const { namespace, name } = probe.identity
      const resolved = registry.resolve({ namespace, name })
      return (
        sameList(registry.list(), expected) &&
        registry.has(probe.id) === expected.includes(probe) &&
        (resolved.kind === 'found' ? resolved.tool : undefined) === choose(expected, probe)
      )
    }),
    { numRuns: runs, seed },
  )
}

/** The same tools registered in any order resolve to the same ones, as long as all have versions. */
export function orderMakesNoDifference({ runs, seed }: Trial): void {
  const versioned = TOOLS.filter((one) => one.identity.version !== undefined)
  const answers = (registry: ToolRegistry) =>
    ['post', 'search', 'x:post@^1', 'x:delete@>=1.0.0-alpha <1.0.0', 'delete@2.x', 'x:old'].map(
      (wanted) => JSON.stringify(registry.resolve(wanted)),
    )
  const expected = answers(register(versioned)).join()
  fc.assert(
    fc.property(fc.shuffledSubarray(versioned, { minLength: versioned.length }), (order) => {
      return answers(register(order)).join() === expected
    }),
    { numRuns: runs, seed },
  )
}

function register(tools: readonly ToolDefinition[]): ToolRegistry {
  const registry = createRegistry()
  for (const one of tools)
    registry.register(one, {
      aliases: one.identity.name === 'post' ? [`${one.identity.namespace}:old`] : [],
    })
  return registry
}

function apply(
  registry: ToolRegistry,
  list: readonly ToolDefinition[],
  one: Operation,
): ToolDefinition[] {
  const without = list.filter((other) => other !== one.tool)
  if (one.kind === 'unregister') {
    const removed = registry.unregister(one.tool.id)
    if (removed !== list.includes(one.tool))
      throw new Error(`unregister(${one.tool.id}) said ${removed}`)
    return without
  }
  const refused = list.includes(one.tool) && !one.override
  const code = codeOf(() => registry.register(one.tool, { override: one.override }))
  if (code !== (refused ? 'toolbox.duplicate_tool' : undefined))
    throw new Error(`register said ${code}`)
  return refused ? [...list] : [...without, one.tool]
}

function choose(
  list: readonly ToolDefinition[],
  { identity }: ToolDefinition,
): ToolDefinition | undefined {
  const candidates = list.filter(
    (one) => one.identity.name === identity.name && one.identity.namespace === identity.namespace,
  )
  const versions = candidates.map((one) => one.identity.version)
  if (versions.includes(undefined)) return candidates.at(-1)
  const highest = semver.rsort(versions.filter((version) => version !== undefined))[0]
  return candidates.find((one) => one.identity.version === highest)
}

function codeOf(act: () => void): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return isToolError(error) ? error.code : String(error)
  }
}

function sameList(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, index) => item === b[index])
}
