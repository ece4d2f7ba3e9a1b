import { type RiskSpec } from '@armorer/core'
import { createTool } from '../create-tool.js'
import { type AnyTool } from '../tool.js'
import { type Answer } from './script.js'

/** A tool that gives these answers in turn, and remembers what it was called with. */
export function scriptedTool(
  name: string,
  answers: ReadonlyArray<Answer<unknown>>,
  risk: RiskSpec = { effects: 'read' },
): AnyTool & { readonly inputs: readonly unknown[] } {
  const left = [...answers]
  const inputs: unknown[] = []
  const tool = createTool({
    name,
    description: `A scripted tool with ${answers.length} answers.`,
    input: ANYTHING,
    risk,
    run(input: unknown) {
      inputs.push(input)
      if (left.length === 0) throw new Error(`the script of ${answers.length} answers is over`)
      const answer = left.shift()
      if (answer instanceof Error) throw answer
      return typeof answer === 'function' ? (answer as () => unknown)() : answer
    },
  })
  return Object.assign(tool, { inputs })
}

const ANYTHING = {
  '~standard': {
    version: 1,
    vendor: 'armorer',
    validate: (value: unknown) => ({ value }),
    jsonSchema: { input: () => ({ type: 'object' }), output: () => ({}) },
  },
} as const
