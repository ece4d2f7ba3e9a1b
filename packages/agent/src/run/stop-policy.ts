import { checkLimit } from '../check-limit.js'
import { type Progress } from './run-state.js'

/**
 * Says when a run has gone far enough. It is asked before every model call, and judges by the run's own progress, so that one
 * agent's runs know nothing of each other.
 */
export interface StopPolicy {
  readonly name: string
  /** Why to stop; `undefined` to go on. */
  check(progress: Progress): string | undefined
}

/** Stops once the answers of a run have cost so many tokens, in and out. */
export function maxTokens(tokens: number): StopPolicy {
  checkLimit('maxTokens', 'tokens', tokens)
  return {
    name: 'max_tokens',
    check: ({ inputTokens, outputTokens }) =>
      inputTokens + outputTokens >= tokens
        ? `${inputTokens + outputTokens} of ${tokens} tokens are spent`
        : undefined,
  }
}

/** Stops once a run has cost so much, at prices per million tokens. */
export function maxCost(
  cost: number,
  prices: { readonly input: number; readonly output: number },
): StopPolicy {
  checkLimit('maxCost', 'cost', cost)
  checkLimit('maxCost', 'prices.input', prices.input)
  checkLimit('maxCost', 'prices.output', prices.output)
  return {
    name: 'max_cost',
    check({ inputTokens, outputTokens }) {
      const spent = (inputTokens * prices.input + outputTokens * prices.output) / 1_000_000
      return spent >= cost ? `${spent} of ${cost} are spent` : undefined
    },
  }
}

/** Stops once so many tools were called. */
export function maxToolCalls(calls: number): StopPolicy {
  checkLimit('maxToolCalls', 'calls', calls)
  return {
    name: 'max_tool_calls',
    check: ({ toolCalls }) =>
      toolCalls >= calls ? `${toolCalls} of ${calls} tool calls are made` : undefined,
  }
}

/** Stops once a certain tool was called. */
export function toolCalled(tool: string): StopPolicy {
  return {
    name: 'tool_called',
    check: ({ calls }) =>
      calls.some((call) => call.tool === tool || call.name === tool)
        ? `${tool} was called`
        : undefined,
  }
}

/** Stops a model that asks for the very same calls again and again. */
export function repeatedCalls(times = 3): StopPolicy {
  checkLimit('repeatedCalls', 'times', times)
  return {
    name: 'repeated_calls',
    check: ({ repeats }) =>
      repeats >= times ? `the same calls were asked for ${repeats + 1} times in a row` : undefined,
  }
}

/** Stops a run that began so many milliseconds ago, by the clock it was begun with. */
export function maxTime(ms: number, now: () => number = () => Date.now()): StopPolicy {
  checkLimit('maxTime', 'ms', ms)
  return {
    name: 'max_time',
    check: ({ startedAt }) => (now() - startedAt >= ms ? `${ms} ms are over` : undefined),
  }
}
