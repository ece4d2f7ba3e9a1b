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

/** Names for aliases. Some are those of tools: whichever comes second is refused, or takes the other's place. */
const NAMES = ['x:a', 'x:b', 'x:c', 'x:d', 'default:a', 'default:b', 'x:e', 'x:delete', 'x:search']

type Operation =
  | {
      readonly kind: 'register'
      readonly tool: ToolDefinition
      readonly aliases: readonly string[]
      readonly override: boolean
    }
  | { readonly kind: 'unregister'; readonly tool: ToolDefinition }
  | {
      readonly kind: 'alias'
      readonly alias: string
      readonly target: string
      readonly override: boolean
    }

/** A registry as a person would keep it on paper: a list, and for every alias its target. */
interface Paper {
  readonly tools: readonly ToolDefinition[]
  readonly aliases: ReadonlyMap<string, string>
}

const tool = fc.constantFrom(...TOOLS)
const alias = fc.constantFrom(...NAMES)
const override = fc.boolean()
/** Half of them lead to the name before them in the list: so long ways come about. */
const step = fc.oneof(
  fc.record({ alias, target: fc.oneof(alias, tool.map(nameOf)) }),
  fc.nat({ max: NAMES.length - 2 }).map((index) => {
    const [before = '', name = ''] = NAMES.slice(index)
    return { alias: name, target: before }
  }),
)
const operation: fc.Arbitrary<Operation> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('register'),
      tool,
      aliases: fc.oneof(fc.constant([]), fc.array(alias, { maxLength: 2 })),
      override,
    }),
  },
  fc.record({ kind: fc.constant('unregister'), tool }),
  {
    weight: 8,
    arbitrary: fc
      .tuple(step, override)
      .map(([one, reassign]) => ({ kind: 'alias' as const, ...one, override: reassign })),
  },
)

/** After any operations a registry holds what a plain list would, and `resolve` chooses what semver would. */
export function registryIsAList({ runs, seed }: Trial): void {
  fc.assert(
    fc.property(
      fc.array(operation, { maxLength: 40, size: 'max' }),
      tool,
      alias,
      (operations, probe, name) => {
        const registry = createRegistry()
        const paper = operations.reduce((before, one) => apply(registry, before, one), {
          tools: [],
          aliases: new Map(),
        } as Paper)
        return (
          sameList(registry.list(), paper.tools) &&
          sameList(linesOf(registry.aliases()), linesOf(paper.aliases)) &&
          registry.has(probe.id) === paper.tools.includes(probe) &&
          resolved(registry, nameOf(probe)) === choose(paper, nameOf(probe)) &&
          resolved(registry, name) === choose(paper, name)
        )
      },
    ),
    { numRuns: runs, seed },
  )
}

/** The same tools registered in any order resolve to the same ones, as long as all have versions. */
export function orderMakesNoDifference({ runs, seed }: Trial): void {
  const versioned = TOOLS.filter((one) => one.identity.version !== undefined)
  const wanted = ['post', 'search', 'x:post@^1', 'x:delete@>=1.0.0-alpha <1.0.0', 'delete@2.x']
  const aliases = ['x:old', 'old', 'old@^1', 'older@1.0.0', 'gone']
  const answers = (registry: ToolRegistry) =>
    [...wanted, ...aliases].map((name) => JSON.stringify(registry.resolve(name)))
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
  for (const one of tools) {
    const { namespace, name } = one.identity
    registry.register(one, { aliases: name === 'post' ? [`${namespace}:old`] : [] })
    if (name === 'post' && namespace === 'x') registry.alias('x:older', 'x:old')
  }
  return registry
}

/** Does the same to both, and makes sure that both refuse the same. */
function apply(registry: ToolRegistry, paper: Paper, one: Operation): Paper {
  if (one.kind === 'unregister') {
    const removed = registry.unregister(one.tool.id)
    if (removed !== paper.tools.includes(one.tool))
      throw new Error(`unregister(${one.tool.id}) said ${removed}`)
    return withoutDangling({ ...paper, tools: paper.tools.filter((other) => other !== one.tool) })
  }
  const expected = one.kind === 'register' ? registerOnPaper(paper, one) : aliasOnPaper(paper, one)
  const code = codeOf(() => {
    if (one.kind === 'register') registry.register(one.tool, one)
    else registry.alias(one.alias, one.target, one)
  })
  const refusal = typeof expected === 'string' ? expected : undefined
  if (code !== refusal) throw new Error(`${one.kind} said ${code}, not ${refusal}`)
  return typeof expected === 'string' ? paper : expected
}

function registerOnPaper(
  { tools, aliases }: Paper,
  one: Operation & { readonly kind: 'register' },
): Paper | string {
  const key = nameOf(one.tool)
  if (!one.override && (tools.includes(one.tool) || aliases.has(key)))
    return 'toolbox.duplicate_tool'
  const left = new Map(aliases)
  left.delete(key)
  const after = { tools: [...tools.filter((other) => other !== one.tool), one.tool], aliases: left }
  return one.aliases.reduce<Paper | string>((before, name) => {
    if (typeof before === 'string') return before
    return aliasOnPaper(before, { ...one, kind: 'alias', alias: name, target: key })
  }, after)
}

/** Tries it on a copy, and looks at every way that there is then. */
function aliasOnPaper(
  { tools, aliases }: Paper,
  { alias: name, target, override: reassign }: Operation & { readonly kind: 'alias' },
): Paper | string {
  const names = new Set(tools.map(nameOf))
  const current = aliases.get(name)
  const trial = new Map(aliases).set(name, target)
  const refused =
    !(names.has(target) || aliases.has(target)) ||
    names.has(name) ||
    (current !== undefined && current !== target && !reassign) ||
    [...trial.keys()].some((start) => wayFrom(trial, start).length > 6)
  return refused ? 'toolbox.invalid_alias' : { tools, aliases: trial }
}

function withoutDangling({ tools, aliases }: Paper): Paper {
  const names = new Set(tools.map(nameOf))
  const alive = [...aliases].filter(([name]) => names.has(wayFrom(aliases, name).at(-1) ?? ''))
  return { tools, aliases: new Map(alive) }
}

/** All names on the way, the last one last; a circle is cut off when it is surely too long. */
function wayFrom(aliases: ReadonlyMap<string, string>, start: string): readonly string[] {
  const way = [start]
  for (let next = aliases.get(start); next !== undefined && way.length < 8;) {
    way.push(next)
    next = aliases.get(next)
  }
  return way
}

function resolved(registry: ToolRegistry, name: string): ToolDefinition | undefined {
  const resolution = registry.resolve(name)
  return resolution.kind === 'found' ? resolution.tool : undefined
}

function linesOf(aliases: ReadonlyMap<string, string>): readonly string[] {
  return Array.from(aliases, ([name, target]) => `${name} → ${target}`).toSorted()
}

function nameOf({ identity }: ToolDefinition): string {
  return `${identity.namespace}:${identity.name}`
}

function choose({ tools, aliases }: Paper, name: string): ToolDefinition | undefined {
  const candidates = tools.filter((one) => nameOf(one) === wayFrom(aliases, name).at(-1))
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
