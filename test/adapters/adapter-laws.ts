import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { receiveAnswer } from '../../packages/core/src/adapter/receive-answer.js'
import { mendArguments, type MendPlan } from '../../packages/core/src/adapter/mend.js'
import { type ToolExport } from '../../packages/core/src/adapter/tool-export.js'
import { type SerializedToolDefinition } from '../../packages/core/src/serialization/serialize-tool.js'
import { canonicalJson } from '../../packages/core/src/serialization/stable-json.js'
import { corpus, type CorpusTool } from './corpus.js'
import { randomValue } from './random-value.js'
import { sendArguments } from './send-arguments.js'
import { type Trial } from '../../packages/core/test/laws/law.js'
import { randomFrom } from './random.js'
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

function compileAll({ toTools, parametersOf }: Target): readonly Compiled[] {
  const ajv = new Ajv2020({
    strict: false,
    validateFormats: false,
    unicodeRegExp: false,
    ownProperties: true,
  })
  return corpus.map((tool) => {
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
  })
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
      for (const input of inputs) {
        checkRoundTrip(target.name, one, input, 'first')
        checkRoundTrip(target.name, one, input, 'last')
      }
    }
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
  choose: 'first' | 'last',
): void {
  const sent = sendArguments(input, mend, choose)
  const [name = ''] = exported.bindings.keys()
  const shown = () => `${target}, ${tool.name}: ${JSON.stringify(input)} as ${JSON.stringify(sent)}`
  if (!compiledTakes(sent)) {
    throw new Error(`${shown()} is refused: ${JSON.stringify(compiledTakes.errors)}`)
  }
  const answer = { calls: [{ id: 'c1', name, arguments: JSON.stringify(sent) }] }
  const { calls, refused } = receiveAnswer(answer, exported)
  const back: unknown = JSON.parse(calls[0]?.arguments ?? '"nothing"')
  if (refused.length > 0 || canonicalJson(back) !== canonicalJson(input)) {
    throw new Error(`${shown()} came back as ${JSON.stringify(back)}`)
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
    const silent = candidates.find((input) => {
      const sent = sendArguments(input, mend)
      return compiledTakes(sent) && !takes(mend ? mendArguments(sent, mend) : sent)
    })
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
