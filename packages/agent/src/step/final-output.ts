import { type RunItem, type SchemaIssue, type StandardSchema } from '@armorer/core'
import { wrap, type Effects, type Service } from '@armorer/runtime'
import { checkLimit } from '../check-limit.js'
import { type FinalOutput, type StepOutcome, type StepRequest } from './step-outcome.js'

export interface FinalOutputOptions {
  /** How often the model may try again where its answer does not fit; 2 where it is left out. */
  readonly repairs?: number | undefined
}

/** Asks that the final answer be JSON of this schema. What does not fit is sent back with its problems, so many times and no more. */
export function finalOutput(schema: StandardSchema, { repairs = 2 }: FinalOutputOptions = {}) {
  checkLimit('finalOutput', 'repairs', repairs)
  return <E extends Effects>(inner: Service<StepRequest, StepOutcome, E>) => {
    return wrap<StepRequest, StepOutcome, E>(inner, 'output', async (request, ctx) => {
      const outcome = await inner.call(request, ctx)
      // An answer that broke off has a name of its own.
      if (outcome.kind !== 'done' || outcome.stop !== 'done') return outcome
      const output = await read(outcome.text, schema)
      const { run } = request
      const isOver = run.state.request.repairs >= repairs
      if (output.kind === 'valid' || isOver) return { ...outcome, output }
      const item = askAgain(output.problems)
      await run.add({ kind: 'said', by: 'run', items: [item] })
      return { kind: 'next', items: [...outcome.items, item], aux: outcome.aux }
    })
  }
}

async function read(text: string, schema: StandardSchema): Promise<FinalOutput> {
  let value: unknown
  try {
    value = JSON.parse(bare(text))
  } catch (error) {
    return { kind: 'invalid', problems: [error instanceof Error ? error.message : 'no JSON'] }
  }
  const result = await schema['~standard'].validate(value)
  return result.issues
    ? { kind: 'invalid', problems: result.issues.map(describe) }
    : { kind: 'valid', value: result.value }
}

/** Models like to put a fence around what they were asked for. */
function bare(text: string): string {
  return /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text
}

function describe({ path = [], message }: SchemaIssue): string {
  const keys = path.map((part) => String(typeof part === 'object' ? part.key : part))
  return keys.length === 0 ? message : `${keys.join('.')}: ${message}`
}

function askAgain(problems: readonly string[]): RunItem {
  const text = `Your answer does not fit: ${problems.join('; ')}. Answer again, with JSON alone.`
  return { kind: 'message', role: 'user', parts: [{ kind: 'text', text }] }
}
