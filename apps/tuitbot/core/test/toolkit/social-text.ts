import fc from 'fast-check'

const words = [
  [
    'hello',
    'café',
    'nai\u0308ve',
    '日本語',
    'これは。',
    '한국어',
    'привет',
    'مرحبا',
    'می\u200cخواهم',
  ],
  ['😀', '👩🏽‍💻', '🇦🇹', '1️⃣', '❤️', '🫱🏽‍🫲🏿', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '©', '™', '💻🏽'],
  ['e.g.', 'i.e', 'v1.2.3', '1.5', '$5.99', 'index.html', 'node.js', 'U.S.A.', 'foo_bar', 'a-b'],
  ['@alice', '@bob.com', '#tag', '#a.b', '$TSLA', 'me@example.com', 'first.last@mail.co.uk'],
  [
    'etc.',
    '...',
    '…',
    '“q”',
    '(x)',
    'AT&T',
    '50%',
    'and/or',
    'http',
    'https://',
    'http:// ',
    '12:30',
  ],
].flat()
const hosts = [
  [
    'example.com',
    'www.example.co.uk',
    't.co',
    'bit.ly',
    'ELPAÍS.com',
    'müller.de',
    'x.com',
    'a.io',
  ],
  [
    'sub_domain.example.com',
    'foo.click',
    'news.zip',
    'xn--80ak6aa92e.com',
    'my-site.app',
    'foo.kids',
  ],
  [
    'foo.notatop',
    'foo.comm',
    'EXAMPLE.COM',
    'under_score.com',
    '-bad.com',
    'bad-.com',
    '192.168.0.1',
  ],
  ['☃.net', '例え.jp', 'foo.みんな', 'пример.рф', 'foo.中国', 'foo.vermögensberater'],
].flat()
const tails = [
  [
    '',
    '',
    '/',
    '/path',
    '/a/b-c_d',
    '/a.html',
    '/wiki_(film)',
    '/a,(b)',
    '/(a(b)c)',
    '/path.',
    '/@user/1',
  ],
  [
    '/Русские',
    '/あ',
    ':8080',
    ':8080/x',
    '/x?q=1&r=2',
    '?q=1',
    '?',
    '/x?',
    '/#top',
    '#top',
    '/a+',
    '/a-',
  ],
  ['/100%25', '/abcDEF123', "/abc's", '/~me', '/;a=b', '/x!', '/x…'],
].flat()
const separators = [
  [
    ' ',
    ' ',
    ' ',
    ' ',
    '\n',
    ', ',
    '. ',
    '! ',
    '-',
    '_',
    '/',
    '(',
    ') ',
    ':',
    '"',
    '’',
    '|',
    '=',
    '&',
    '+',
    '',
  ],
  ['。', '、', '日', 'の', '😀', '…', '\u00a0', '\u3000'],
].flat()

const link = fc
  .tuple(
    fc.constantFrom('', '', 'http://', 'https://', 'HTTPS://'),
    fc.constantFrom(...hosts),
    fc.constantFrom(...tails),
  )
  .map((parts) => parts.join(''))

/** What people write on X: words of many scripts, emoji, names, tags, prices and links, well and badly parted. */
export const socialText: fc.Arbitrary<string> = fc
  .array(fc.tuple(fc.oneof(link, fc.constantFrom(...words)), fc.constantFrom(...separators)), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.flat().join(''))
