import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findLinks } from '../../../src/toolkit/text/find-links.js'
import { TOP_LEVEL_DOMAINS } from '../../../src/toolkit/text/top-level-domains.js'
import { socialText } from '../social-text.js'
import { linkCases } from '../text-cases.js'

const urls = (text: string) => findLinks(text).map(({ start, end }) => text.slice(start, end))

test.each(linkCases)('in %j X finds %j', (text, links) => {
  expect(urls(text)).toEqual(links)
})

test.each([
  ['example.com:8080 and example.com?a=b', ['example.com', 'example.com']],
  ['example.com:8080/a?b', ['example.com:8080/a?b']],
  ['sub_domain.example.com', ['domain.example.com']],
  ['http://example.com/a,(b) and /a(b', ['http://example.com/a']],
  ['http://example.com/(a(b)c).', ['http://example.com/(a(b)c)']],
  [`https://t.co/${'a'.repeat(41)}`, []],
  [`https://t.co/${'a'.repeat(40)}`, [`https://t.co/${'a'.repeat(40)}`]],
  [`https://example.com/${'a'.repeat(4076)}`, [`https://example.com/${'a'.repeat(4076)}`]],
  [`https://example.com/${'a'.repeat(4077)}`, []],
  ['http://xn--p1aiみんな.uk/', []],
  ['"example.com" `example.com`', ['example.com', 'example.com']],
  ['http://under_score.com http://www.-domain4352.com/ http://☃-.net/', []],
  ['http://256.1.2.3/ http://localhost:80/ ftp://x', []],
])('in %j the links are %j', (text, links) => {
  expect(urls(text)).toEqual(links)
})

test('every top-level domain makes a link of a bare name, in either case', () => {
  for (const domain of TOP_LEVEL_DOMAINS) {
    expect(urls(`see twitter.${domain} now`), domain).toEqual([`twitter.${domain}`])
    expect(urls(`https://twitter.${domain.toUpperCase()}/`), domain).toHaveLength(1)
  }
})

test('the host is what stands between scheme and path, in lower case', () => {
  const hosts = findLinks('HTTPS://Sub.Example.COM:80/a?b, t.co/x and http://Пример.рф').map(
    ({ host }) => host,
  )
  expect(hosts).toEqual(['sub.example.com', 't.co', 'пример.рф'])
})

test('links stand in order, do not overlap, and lie within the text', () => {
  fc.assert(
    fc.property(fc.oneof(socialText, fc.string({ unit: 'binary' })), (text) => {
      let before = 0
      for (const { start, end, host } of findLinks(text)) {
        expect(start).toBeGreaterThanOrEqual(before)
        expect(end).toBeGreaterThan(start)
        expect(text.slice(start, end).toLowerCase()).toContain(host)
        before = end
      }
      expect(before).toBeLessThanOrEqual(text.length)
    }),
    { numRuns: 2000 },
  )
})

// Whatever grew with the square would run out of the test's time on these.
test.each([
  ['labels', 'a.'.repeat(150_000)],
  ['labels of one domain', `${'a.'.repeat(150_000)}com`],
  ['dots', '.'.repeat(300_000)],
  ['hyphens', `${'a-'.repeat(150_000)}.`],
  ['ideographs before a domain', `${'語'.repeat(300_000)}.com`],
  ['ideographs between dots', '語.'.repeat(300_000)],
  ['schemes', `${'http://'.repeat(150_000)}.`],
  ['a label', `http://${'a'.repeat(300_000)}.`],
  ['opening brackets', `a.com/${'('.repeat(300_000)}`],
  ['addresses in brackets', 'a.co/('.repeat(150_000)],
  ['brackets that never close', `a.co/(${'b.co,'.repeat(200_000)}`],
  ['full stops after a path', `a.com/${'.'.repeat(300_000)}`],
  ['question marks', `a.com?${'?'.repeat(300_000)}`],
  ['punycode', `a.xn--${'-'.repeat(150_000)}`],
  ['domains with ideographs between', 'a.com語'.repeat(150_000)],
  ['at signs', '@a.com'.repeat(150_000)],
])('a hostile text of %s is read', (_what, text) => {
  expect(findLinks(text).length).toBeGreaterThanOrEqual(0)
})
