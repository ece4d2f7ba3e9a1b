import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { receiveAnswer } from '../../packages/core/src/adapter/receive-answer.js'
import { mendArguments, type MendPlan } from '../../packages/core/src/adapter/mend.js'
import { type ToolExport } from '../../packages/core/src/adapter/tool-export.js'
import {
  serializeToolDefinition,
  type SerializedToolDefinition,
} from '../../packages/core/src/serialization/serialize-tool.js'
import { defineTool } from '../../packages/core/src/tool-definition.js'
import { canonicalJson } from '../../packages/core/src/serialization/stable-json.js'
import { corpus, type CorpusTool } from './corpus.js'
import { randomValue } from './random-value.js'
import { listSendings } from './send-arguments.js'
import { type Trial } from '../../packages/core/test/laws/law.js'
import { randomFrom, type Random } from './random.js'
import { randomInput } from './random-schema.js'
import { randomJson } from './random-json.js'

/** One way to export tools, as the laws see it. */
export interface Target {
  readonly name: string
  readonly toTools: (definitions: readonly SerializedToolDefinition[]) => ToolExport<unknown>
  /** The parameters of an exported tool, as JSON Schema that a validator understands. */
  readonly parametersOf: (tool: never) => object
}

export interface Compiled {
  readonly tool: CorpusTool
  readonly exported: ToolExport<unknown>
  readonly parameters: object
  readonly mend: MendPlan | undefined
  readonly takes: ValidateFunction
  readonly compiledTakes: ValidateFunction
}

/** Made once for each target: compiling for the validator is what takes time. */
export function compileCorpus(target: Target): readonly Compiled[] {
  const known = compiledCorpora.get(target) ?? compileAll(target)
  compiledCorpora.set(target, known)
  return known
}

const compiledCorpora = new WeakMap<Target, readonly Compiled[]>()

function compileAll(target: Target): readonly Compiled[] {
  const ajv = createValidator()
  return corpus.map((tool) => compileOne(ajv, tool, target))
}

function createValidator(): Ajv2020 {
  return new Ajv2020({
    strict: false,
    validateFormats: false,
    unicodeRegExp: false,
    ownProperties: true,
  })
}

function compileOne(ajv: Ajv2020, tool: CorpusTool, { toTools, parametersOf }: Target): Compiled {
  const exported = toTools([tool.definition])
  const parameters = parametersOf(exported.tools[0] as never)
  const [binding] = exported.bindings.values()
  return {
    tool,
    exported,
    parameters,
    mend: binding?.mend,
    takes: ajv.compile(tool.definition.input),
    compiledTakes: ajv.compile(parameters),
  }
}

/** Every valid input can be said in the compiled schema, and comes back as it was. */
export function argumentsComeBack(target: Target) {
  const compiled = compileCorpus(target)
  return ({ runs, seed }: Trial): void => {
    for (const one of compiled) {
      const random = randomFrom(seed)
      const inputs = listInputs(one, runs, () =>
        randomValue(one.tool.definition.input, one.tool.definition.input, random),
      )
      for (const input of inputs) checkRoundTrip(target.name, one, input)
    }
  }
}

/** The same for schemas that are made up: a few inputs of each, as far as any can be found. */
export function madeUpSchemasComeBack(target: Target) {
  return ({ runs, seed }: Trial): void => {
    for (let run = 0; run < runs; run++) {
      const random = randomFrom(seed * 1_000_003 + run)
      const tool = makeUpTool(random, run)
      if (!tool) continue
      const one = compileOne(createValidator(), tool, target)
      for (const input of tool.inputs) if (one.takes(input)) checkRoundTrip(target.name, one, input)
    }
  }
}

/** `undefined` for a schema that leads round in circles without ever saying anything: no validator takes such. */
function makeUpTool(random: Random, run: number): CorpusTool | undefined {
  try {
    const input = randomInput(random)
    const definition = serializeToolDefinition(
      defineTool({ name: `made_up_${run}`, description: 'Made up.', input }),
    )
    const takes = createValidator().compile(definition.input)
    const inputs = Array.from({ length: 12 }, (): unknown =>
      JSON.parse(JSON.stringify(randomValue(definition.input, definition.input, random)) ?? 'null'),
    )
    return {
      name: definition.identity.name,
      definition,
      inputs: inputs.filter((one) => takes(one)),
    }
  } catch {
    return undefined
  }
}

function listInputs({ tool, takes }: Compiled, runs: number, make: () => unknown): unknown[] {
  const valid = tool.inputs.filter((input) => takes(input))
  // A schema that hardly anything fits gets what there is, more than once.
  for (let tries = 0; valid.length < runs && tries < runs * 4; tries++) {
    const input = make()
    if (takes(input)) valid.push(JSON.parse(JSON.stringify(input)))
  }
  if (valid.length === 0 && !isNever(tool))
    throw new Error(`${tool.name}: no valid input was found`)
  return valid
}

function isNever({ name }: CorpusTool): boolean {
  return NEVER.has(name)
}

/** Features of which no value is JSON. */
const NEVER = new Set<string>(['zod: file'])

function checkRoundTrip(
  target: string,
  { tool, exported, mend, compiledTakes }: Compiled,
  input: unknown,
): void {
  const [name = ''] = exported.bindings.keys()
  const sendings = listSendings(input, mend)
  const taken = sendings.filter((sent) => compiledTakes(sent))
  const shown = `${target}, ${tool.name}: ${JSON.stringify(input)}`
  if (taken.length === 0) throw new Error(`${shown} as ${JSON.stringify(sendings)} is refused`)
  for (const sent of taken) {
    const answer = { calls: [{ id: 'c1', name, arguments: JSON.stringify(sent) }] }
    const { calls, refused } = receiveAnswer(answer, exported)
    const back: unknown = JSON.parse(calls[0]?.arguments ?? '"nothing"')
    if (refused.length === 0 && canonicalJson(back) === canonicalJson(input)) continue
    throw new Error(`${shown} as ${JSON.stringify(sent)} came back as ${JSON.stringify(back)}`)
  }
}

/** What the compiled schema lets through and the tool's own does not, although no loss was reported. */
export function findSilentLosses(target: Target, { runs, seed }: Trial): readonly string[] {
  return compileCorpus(target).flatMap((one) => {
    const { tool, exported, takes, compiledTakes, mend } = one
    // What the schema itself could not say was lost before it came here.
    if (exported.losses.length > tool.definition.serialization.losses.length) return []
    const random = randomFrom(seed)
    const field = () => (random() < 0.5 ? { v: randomJson(random) } : randomJson(random))
    const candidates = [...tool.inputs, ...Array.from({ length: runs }, field)]
    const silent = candidates
      .flatMap((input) => listSendings(input, mend))
      .find((sent) => compiledTakes(sent) && !takes(mend ? mendArguments(sent, mend) : sent))
    return silent === undefined ? [] : [`${target.name}, ${tool.name}: ${JSON.stringify(silent)}`]
  })
}

/** The losses of the whole corpus, one line each, to be written down and compared. */
export function listLosses(target: Target): string {
  return compileCorpus(target)
    .map(({ tool, exported }) => {
      const losses = exported.losses.map(
        ({ path, feature, reason }) => `  ${path} ${feature}: ${reason}`,
      )
      return [tool.name, ...losses].join('\n')
    })
    .join('\n')
}
