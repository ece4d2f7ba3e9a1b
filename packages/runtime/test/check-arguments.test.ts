import { expect, test } from 'vitest'
import { createActivation } from '../src/activation.js'
import { createBudget } from '../src/budget.js'
import { combineToolboxes } from '../src/combine-runners.js'
import { approval } from '../src/layers/approval.js'
import { budget } from '../src/layers/budget.js'
import { cache } from '../src/layers/cache.js'
import { circuitBreaker } from '../src/layers/circuit-breaker.js'
import { hedge } from '../src/layers/hedge.js'
import { createLoopHistory, loopGuard } from '../src/layers/loop-guard.js'
import { rateLimit } from '../src/layers/rate-limit.js'
import { retry } from '../src/layers/retry.js'
import { createToolbox } from '../src/runner.js'
import { layered } from '../src/service.js'
import { script } from '../src/testing/script.js'
import { write } from './small-tools.js'

/** A maker, for callers whom no compiler stops. */
function unchecked(make: unknown): (...given: unknown[]) => unknown {
  return make as (...given: unknown[]) => unknown
}

test.each<[string, unknown, unknown[], string]>([
  ['createToolbox', createToolbox, [[write], { readonly: true }], 'readonly; it takes readOnly'],
  ['combineToolboxes', combineToolboxes, [[], { readonly: true }], 'readonly; it takes readOnly'],
  ['createBudget', createBudget, [{ cals: 1 }], 'cals; it takes calls, tokens, microUsd, timeMs'],
  ['createBudget within', createBudget, [{}, { inside: 1 }], 'inside; it takes within'],
  ['budget', budget, [createBudget({}), { reserves: () => ({}) }], 'reserves; it takes reserve'],
  ['retry', retry, [{ attempts: 3 }], 'attempts; it takes times'],
  ['rateLimit', rateLimit, [{ max: 1, perMs: 1, key: 1 }], 'key; it takes max, perMs, by'],
  ['circuitBreaker', circuitBreaker, [{ failure: 1 }], 'failure; it takes failures'],
  ['cache', cache, [{ ttlMs: 1, max: 1 }], 'max; it takes ttlMs'],
  ['hedge', hedge, [{ afterMs: 1, max: 1 }], 'max; it takes afterMs'],
  ['createLoopHistory', createLoopHistory, [{ max: 1 }], 'max; it takes times'],
  ['createActivation', createActivation, [{ most: 1 }], 'most; it takes ids, max'],
])(
  '%s refuses an option that nobody reads, and names those that it takes',
  (_name, make, given, part) => {
    expect(() => unchecked(make)(...given)).toThrow(TypeError)
    expect(() => unchecked(make)(...given)).toThrow(`takes no ${part}`)
  },
)

test.each<[string, unknown, unknown[], string]>([
  ['approval()', approval, [], 'approval takes an approver, a function, not undefined'],
  ['budget({})', budget, [{}], 'budget takes what createBudget made, not another object'],
  ['loopGuard()', loopGuard, [], 'loopGuard takes what createLoopHistory made, not undefined'],
  ['createToolbox()', createToolbox, [], 'createToolbox takes an array of tools, not undefined'],
  ['createToolbox(tool)', createToolbox, [write], 'an array of tools, not a function'],
  ['createToolbox([], null)', createToolbox, [[], null], 'an object with its options, not null'],
  ['createBudget()', createBudget, [], 'an object with its options, not undefined'],
  ['rateLimit()', rateLimit, [], 'rateLimit takes an object with its options, not undefined'],
  ['hedge(1)', hedge, [1], 'hedge takes an object with its options, not a number'],
  ['tool.layer()', write.layer, [], 'layer() takes a layer, a function, not undefined'],
  [
    'stack.layer([])',
    layered(script(['a'])).layer,
    [[]],
    'layer() takes a layer, a function, not an array',
  ],
])('%s is refused where it is made, and not at its first call', (_name, make, given, message) => {
  expect(() => unchecked(make)(...given)).toThrow(TypeError)
  expect(() => unchecked(make)(...given)).toThrow(message)
})
