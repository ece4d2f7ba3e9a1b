import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLinks } from '../../src/text/find-links.js'

const urls = (text: string) => findLinks(text).map(({ url }) => url)

test.each([
  ['go to https://example.com/a?b=c#d now', ['https://example.com/a?b=c#d']],
  ['HTTP://WWW.EXAMPLE.COM/Index.html', ['HTTP://WWW.EXAMPLE.COM/Index.html']],
  ['bare example.com and t.co, foo.co.jp', ['example.com', 't.co', 'foo.co.jp']],
  ['(see http://example.com/wiki_(film))', ['http://example.com/wiki_(film)']],
  ['end http://example.com/path. Next', ['http://example.com/path']],
  ['a list https://example.com/?list=ab- ends so', ['https://example.com/?list=ab-']],
  ['日本http://example.com/あ', ['http://example.com/']],
  ['日本example.comの', ['example.com']],
  ['http://☃.net/ is wide, ☃.net is not', ['http://☃.net/']],
  ['http://example.com/Русские_слова', ['http://example.com/Русские_слова']],
  ['http://test_under.example.com', ['http://test_under.example.com']],
  ['foo.com.notatop', ['foo.com']],
  ['http://xn--80ak6aa92e.com/', ['http://xn--80ak6aa92e.com/']],
  ['http://example.com:8080/x', ['http://example.com:8080/x']],
  [
    'example.com:8080, example.com?a=b, example.com:8080/a?b',
    ['example.com', 'example.com', 'example.com:8080/a?b'],
  ],
  ['http://example.com/a(b', ['http://example.com/a']],
  ['http://example.com/a), ok', ['http://example.com/a']],
  ['http://example.com/(a(b)c).', ['http://example.com/(a(b)c)']],
  ['http://example.com/a,(b)', ['http://example.com/a']],
  ['http://пример.рф/ and http://foo.みんな', ['http://пример.рф/', 'http://foo.みんな']],
  ['foo.中国語 is bare', ['foo.中国']],
  ['news.zip, foo.click and blast.off', ['news.zip', 'foo.click', 'blast.off']],
  ['sub_domain.example.com', ['domain.example.com']],
  ["https://t.co/abc's and https://t.co/abc:", ['https://t.co/abc', 'https://t.co/abc']],
  ['example.com中国語t.co/abc', ['example.com', 't.co/abc']],
  ['https://example.com#top', ['https://example.com']],
])('in %j the links are %j', (text, expected) => {
  expect(urls(text)).toEqual(expected)
})

test.each([
  'me@example.com',
  '@example.com',
  '#example.com',
  '$example.com',
  'ftp://example.com is ftp:// and',
  'no.such.toplevelx',
  'http://256.1.2.3/',
  `https://${'a'.repeat(64)}.com`,
  `https://t.co/${'a'.repeat(41)}`,
  'http://under_score.com',
  'version 1.2.3, e.g. this',
  'x-example.com'.replace('x', '_'),
  '...',
])('there is no whole link in %j', (text) => {
  expect(urls(text).filter((url) => url === text)).toEqual([])
})

test('a link is the part of the text that it says it is', () => {
  fc.assert(
    fc.property(
      fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.domain(), fc.constant(' '))),
      (parts) => {
        const text = parts.join('')
        let end = 0
        for (const link of findLinks(text)) {
          expect(text.slice(link.start, link.end)).toBe(link.url)
          expect(link.start).toBeGreaterThanOrEqual(end)
          end = link.end
        }
      },
    ),
    { numRuns: 2000 },
  )
})

test('a hostile text takes no longer than a kind one', () => {
  const hostile = [
    'a.'.repeat(120_000),
    'a-'.repeat(120_000),
    `http://${'a'.repeat(250_000)}`,
    '(('.repeat(120_000),
    `a.com/${'.'.repeat(250_000)}`,
    `a.com/${')'.repeat(250_000)}`,
    `a.com/${'('.repeat(120_000)}${')'.repeat(120_000)}`,
  ]
  // What is feared here grows with the square, and would run out of the test's time.
  expect(hostile.map((text) => findLinks(text).length).every((count) => count >= 0)).toBe(true)
})
