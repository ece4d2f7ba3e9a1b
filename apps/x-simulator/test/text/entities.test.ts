import { expect, test } from 'vitest'
import { findEntities } from '../../src/text/entities.js'

const tags = (text: string) => {
  const { hashtags, cashtags, mentions } = findEntities(text)
  return [hashtags, cashtags, mentions].map((list) => list.map(({ tag }) => tag).join(' '))
}

test.each([
  ['#one, #zwei #三 and #1st', ['one zwei 三 1st', '', '']],
  ['#123 is no tag, a#b neither, nor &#39;', ['', '', '']],
  ['$AAPL and $btc.x but not $1 or A$B', ['', 'AAPL btc.x', '']],
  ['@alice, (@bob) .@carol 日本@dan', ['', '', 'alice bob carol dan']],
  ['me@example.com and @much_too_long_for_a_name', ['', '', '']],
  ['https://example.com/#tag?@x', ['', '', '']],
  ['RT @alice rt@bob but not art@carol', ['', '', 'alice bob']],
  ['#one#two #three://', ['', '', '']],
  ['-$ABC $ABC☺ ($ABC) $ABC.', ['', 'ABC', '']],
])('in %j the tags are %j', (text, expected) => {
  expect(tags(text)).toEqual(expected)
})

test('positions count code points', () => {
  expect(findEntities('😀 #tag').hashtags).toEqual([{ start: 2, end: 6, tag: 'tag' }])
})
