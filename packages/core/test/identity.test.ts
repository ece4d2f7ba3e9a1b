import { expect, test } from 'vitest'
import { formatToolId, normalizeIdentity, parseToolId } from '../src/identity.js'
import { refusal } from './helpers.js'

test('an id reads namespace:name@version', () => {
  expect(formatToolId({ namespace: 'x', name: 'post_tweet', version: '1.2.0' })).toBe(
    'x:post_tweet@1.2.0',
  )
})

test('the namespace defaults and the version may be absent', () => {
  expect(formatToolId({ name: 'weather' })).toBe('default:weather')
})

test('what divides an id is escaped within its parts', () => {
  expect(formatToolId({ namespace: 'a:b', name: 'c@d e', version: '1+2' })).toBe(
    'a%3Ab:c%40d%20e@1%2B2',
  )
})

test('a bare name is one of the default namespace', () => {
  expect(parseToolId('weather@2')).toEqual({ namespace: 'default', name: 'weather', version: '2' })
})

test.each(['', 'a:b:c', 'a@1@2', ':x', 'x:', 'x@', '%E0%A4%A', 'x:%ZZ'])('%j is no id', (id) => {
  expect(refusal(() => parseToolId(id)).category).toBe('validation')
})

test.each([
  [{ name: '' }, 'name must not be empty'],
  [{ name: '__proto__' }, 'name must not be __proto__'],
  [{ name: 'prototype' }, 'name must not be prototype'],
  [{ name: 'a', namespace: 'constructor' }, 'namespace must not be constructor'],
  [{ name: 'a', version: '' }, 'version must not be empty'],
  [{ name: 'x'.repeat(257) }, 'at most 256'],
  [{ name: '\uD800' }, 'lone surrogate'],
])('an identity is refused with its part named: %j', (identity, words) => {
  const error = refusal(() => normalizeIdentity(identity))
  expect(error.code).toBe('toolbox.invalid_identity')
  expect(error.message).toContain(words)
})

test('a name of another type is refused, not turned into text', () => {
  const fromJavaScript: unknown = { name: 7 }
  expect(refusal(() => normalizeIdentity(fromJavaScript as { name: string })).message).toContain(
    'name must be a string, not number',
  )
})
