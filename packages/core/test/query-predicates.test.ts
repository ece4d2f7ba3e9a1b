import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  and,
  hasInputKeys,
  hasRisk,
  hasTag,
  inNamespace,
  isDeprecated,
  mentions,
  not,
  or,
  versionIn,
  type ToolPredicate,
} from '../src/query-predicates.js'
import { type DataSensitivity } from '../src/risk.js'
import { defineTool } from '../src/tool-definition.js'
import { refusal } from './helpers.js'

const post = defineTool({
  identity: 'x:post@2.1.0',
  title: 'Post to X',
  description: 'Publish one post.',
  examples: ['tweet this for me'],
  input: z.object({ text: z.string(), replyTo: z.string().optional() }),
  tags: ['writing', 'social'],
  risk: {
    effects: 'write',
    requiresApproval: true,
    externalNetwork: true,
    dataSensitivity: 'public',
  },
})
const read = defineTool({
  identity: 'files:read',
  description: 'Read a file.',
  input: {
    type: 'object',
    allOf: [{ $ref: '#/$defs/path' }],
    $defs: { path: { properties: { path: { type: 'string' } } } },
  },
  tags: ['reading'],
  risk: { effects: 'read', systemAccess: true, untrustedOutput: true, dataSensitivity: 'secret' },
  lifecycle: { deprecated: true },
})

test.each<[string, ToolPredicate, string]>([
  ['tag', hasTag('writing', 'nope'), 'post'],
  ['both tags', and(hasTag('writing'), hasTag('social')), 'post'],
  ['not a tag', not(hasTag('writing')), 'read'],
  ['namespace', inNamespace('files'), 'read'],
  ['version', versionIn('^2'), 'post'],
  ['deprecated', isDeprecated(), 'read'],
  ['effects', hasRisk({ effects: ['write', 'unknown'] }), 'post'],
  ['idempotent', hasRisk({ idempotent: true }), 'read'],
  ['approval', hasRisk({ requiresApproval: true }), 'post'],
  ['network', hasRisk({ externalNetwork: true }), 'post'],
  ['system', hasRisk({ systemAccess: true }), 'read'],
  ['untrusted', hasRisk({ untrustedOutput: false }), 'post'],
  ['sensitivity', hasRisk({ dataSensitivity: 'secret' }), 'read'],
  ['sensitivity at most', hasRisk({ dataSensitivityAtMost: 'restricted' }), 'post'],
  ['keys of zod', hasInputKeys('text', 'replyTo'), 'post'],
  ['keys behind a reference', hasInputKeys('path'), 'read'],
  ['words of a tag', mentions('SOCIAL'), 'post'],
  ['words of an example', mentions('Tweet me'), 'post'],
  ['or', or(mentions('nothing'), inNamespace('files')), 'read'],
])('%s', (_, predicate, name) => {
  expect([post, read].filter(predicate).map((tool) => tool.identity.name)).toEqual([name])
})

test('a bound on sensitivity includes itself, and what nobody knows counts as the highest', () => {
  const having = (dataSensitivity: string) => ({
    ...post,
    risk: { ...post.risk, dataSensitivity: dataSensitivity as DataSensitivity },
  })
  const tools = ['public', 'internal', 'restricted', 'secret', 'cosmic'].map(having)
  const atMost = (dataSensitivityAtMost: DataSensitivity) =>
    tools.filter(hasRisk({ dataSensitivityAtMost })).map(({ risk }): string => risk.dataSensitivity)
  expect(atMost('public')).toEqual(['public'])
  expect(atMost('restricted')).toEqual(['public', 'internal', 'restricted'])
  expect(atMost('secret')).toEqual(['public', 'internal', 'restricted', 'secret', 'cosmic'])
})

test('a range that is none is refused when it is written', () => {
  expect(refusal(() => versionIn('new')).code).toBe('toolbox.invalid_range')
})

test('a tool whose schema cannot be described has no fields, and breaks nothing', () => {
  const odd = defineTool({ name: 'odd', description: 'Odd.', input: z.object({ s: z.symbol() }) })
  expect([odd, post].filter(hasInputKeys('text'))).toEqual([post])
})
