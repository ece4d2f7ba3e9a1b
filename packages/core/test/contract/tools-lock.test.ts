import { expect, test } from 'vitest'
import { z } from 'zod'
import { contractHash } from '../../src/contract/contract.js'
import {
  compareToolsLock,
  formatToolsLock,
  lockTools,
  parseToolsLock,
} from '../../src/contract/tools-lock.js'
import { digest } from '../../src/digest.js'
import { defineTool, type ToolDefinition } from '../../src/tool-definition.js'
import { refusal } from '../helpers.js'

const before = defineTool({
  identity: 'x:post_tweet',
  description: 'Publish one post.',
  input: z.object({
    text: z.string().max(280),
    replyTo: z.string().optional(),
    media: z.array(z.string().max(9)),
  }),
  output: z.object({ id: z.string() }),
  risk: { effects: 'read' },
})

test('the same tools are the same as their lock', () => {
  const lock = parseToolsLock(formatToolsLock(lockTools([before])))
  expect(compareToolsLock(lock, [before])).toEqual([])
})

test('what changed is said in words', () => {
  const after = defineTool({
    identity: 'x:post_tweet',
    description: 'Publish one post, now.',
    input: z.object({
      text: z.string(),
      replyTo: z.string(),
      media: z.array(z.string()),
      link: z.url(),
    }),
    risk: { effects: 'write' },
  })
  expect(wordsBetween(before, after)).toEqual([
    'x:post_tweet: description "Publish one post." → "Publish one post, now."',
    'x:post_tweet: risk.effects "read" → "write"',
    'x:post_tweet: risk.idempotent true → false',
    'x:post_tweet: `link` is new',
    'x:post_tweet: `media[]` maxLength 9 → none',
    'x:post_tweet: `text` maxLength 280 → none',
    'x:post_tweet: `link` is required',
    'x:post_tweet: `replyTo` optional → required',
    expect.stringMatching(/^x:post_tweet: output \{.*\} → none$/),
    'x:post_tweet: `link` now does what its JSON Schema does not say: format',
  ])
})

test('tools that are new or gone are named', () => {
  const other = defineTool({ identity: 'x:like', description: 'Like.' })
  expect(compareToolsLock(lockTools([before]), [other])).toEqual([
    { id: 'x:like', kind: 'added', words: ['x:like: is new'] },
    { id: 'x:post_tweet', kind: 'removed', words: ['x:post_tweet: is gone'] },
  ])
})

test('metadata is no part of the contract', () => {
  const make = (owner: string) => defineTool({ name: 'a', description: 'A.', metadata: { owner } })
  expect(contractHash(make('ana'))).toBe(contractHash(make('bob')))
})

test('the order of tags is no part of the contract, the tags are', () => {
  const make = (...tags: string[]) => defineTool({ name: 'a', description: 'A.', tags })
  expect(contractHash(make('one', 'two'))).toBe(contractHash(make('two', 'one')))
  expect(contractHash(make('one', 'two'))).not.toBe(contractHash(make('one')))
})

test('a lock may name a tool as a property that every object has', () => {
  const contract = { ...lockTools([before]).tools['x:post_tweet']?.contract }
  const text = JSON.stringify({
    lockVersion: 1,
    tools: { constructor: { hash: digest(contract), contract } },
  })
  expect(compareToolsLock(parseToolsLock(text), [before])).toMatchObject([
    { id: 'constructor', kind: 'removed' },
    { id: 'x:post_tweet', kind: 'added' },
  ])
  expect(compareToolsLock(lockTools([]), [before])).toHaveLength(1)
})

test('a lock that was changed by hand is refused', () => {
  const text = formatToolsLock(lockTools([before]))
  const error = refusal(() => parseToolsLock(text.replace('"maxLength": 280', '"maxLength": 9999')))
  expect(error).toMatchObject({ code: 'toolbox.invalid_lock' })
  expect(error.message).toContain('x:post_tweet')
})

test.each(['', '[]', '{"lockVersion":2,"tools":{}}', '{"lockVersion":1,"tools":{"a":1}}'])(
  '%j is no lock',
  (text) => {
    expect(refusal(() => parseToolsLock(text)).code).toBe('toolbox.invalid_lock')
  },
)

test('the lock is sorted, a fact a line', () => {
  const a = defineTool({ identity: 'x:a', description: 'A.' })
  const text = formatToolsLock(lockTools([before, a]))
  expect(text.indexOf('"x:a"')).toBeLessThan(text.indexOf('"x:post_tweet"'))
  expect(text).toMatch(/\n +"maxLength": 280,/)
})

function wordsBetween(old: ToolDefinition, fresh: ToolDefinition): readonly string[] {
  return compareToolsLock(lockTools([old]), [fresh]).flatMap(({ words }) => words)
}
