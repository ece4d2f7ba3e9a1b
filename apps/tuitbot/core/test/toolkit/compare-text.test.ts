import { expect, test } from 'vitest'
import { compareText } from '../../src/toolkit/compare-text.js'
import { type Post } from '../../src/x-api/model.js'

const plain: Post = { id: '1', text: '', references: [], links: [], mentions: [], mediaKeys: [] }
const reply: Partial<Post> = {
  references: [{ kind: 'replied_to', id: '9' }],
  replyToUserId: '5',
  mentions: [
    { username: 'Bob', id: '5' },
    { username: 'carol', id: '6' },
  ],
}

test.each<[string, string, Partial<Post>]>([
  ['Hello', 'Hello', {}],
  ['  Hello \n', 'Hello', {}],
  ['Cafe\u0301', 'Café', {}],
  ['a < b & c', 'a &lt; b &amp; c', {}],
  ['a < b & c', 'a < b & c', {}],
  ['&lt;', '&amp;lt;', {}],
  ['&lt;', '&lt;', {}],
  ['see example.com', 'see https://t.co/a', linked('http://example.com')],
  ['see https://example.com', 'see https://t.co/a', linked('https://example.com/')],
  ['see https://t.co/a', 'see https://t.co/a', linked('https://example.com/')],
  [
    'twice x.org x.org!',
    'twice https://t.co/a https://t.co/a!',
    linked('http://x.org', 'http://x.org'),
  ],
  ['a picture', 'a picture https://t.co/a', linked('https://x.com/me/status/1/photo/1')],
  ['a quote', 'a quote https://t.co/a', linked('https://twitter.com/you/status/77')],
  ['', 'https://t.co/a', linked('https://x.com/me/status/1/video/1')],
  ['hi', '@Bob hi', reply],
  ['@bob hi', '@bob hi', reply],
])('%j is what is stored as %j', (sent, text, more) => {
  expect(compareText({ ...plain, text, ...more }, sent)).toBe('same')
})

test.each<[string, string, Partial<Post>]>([
  ['Hello', 'Hello!', {}],
  ['Hello', 'hello', {}],
  ['Hello', 'Hello Hello', {}],
  ['<', '&amp;lt;', {}],
  ['see example.com', 'see https://t.co/a', linked('http://example.org')],
  ['see example.com/a', 'see https://t.co/a', linked('http://example.com')],
  ['a link', 'a link https://t.co/a', linked('https://example.com/me/status/1')],
  ['hi', '@Bob hi', {}],
  ['hi there', '@Bob hi', reply],
])('%j is not what is stored as %j', (sent, text, more) => {
  expect(compareText({ ...plain, text, ...more }, sent)).toBe('other')
})

test.each<[string, string]>([
  ['hi', '@Bob @carol hi'],
  ['hi', '@carol hi'],
  ['@carol hi', '@dave @carol hi'],
])('%j may be what is stored as %j: that is for a person', (sent, text) => {
  expect(compareText({ ...plain, ...reply, text }, sent)).toBe('doubtful')
})

function linked(...addresses: string[]): Partial<Post> {
  return {
    links: addresses.map((expandedUrl, start) => ({
      start,
      end: start,
      url: 'https://t.co/a',
      expandedUrl,
    })),
  }
}
