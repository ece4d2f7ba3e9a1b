/** Texts of X's published conformance cases, rebuilt here, with the length that X gives them. */
export const conformanceCases: ReadonlyArray<
  readonly [what: string, text: string, length: number]
> = [
  ['a greeting and a link', 'Hi http://test.co', 26],
  ['nothing but a link', 'http://test.co', 23],
  ['285 letters', `285 chars-${'xxxxxxxxxx-'.repeat(25)}`, 285],
  [
    'a link among 275 letters',
    `285 chars- http://www.twitter.com/jack ${'xxxxxxxxxx-'.repeat(24)}`,
    299,
  ],
  ['a link after 264 letters', `${'xxxxxxxxxx-'.repeat(24)} http://www.twitter.com/jack `, 289],
  ['ten links', 'https://www.twitter.com/aloha '.repeat(10), 240],
  ['160 Chinese characters', '故人西辞黄鹤楼，'.repeat(20), 320],
  ['160 emoji', '😷'.repeat(160), 320],
  ['Latin before Chinese', `the${'故人西辞黄鹤楼，'.repeat(20)}`, 323],
  ['a letter and its accent', 'A\u0301B', 2],
  ['a Hebrew letter that NFC takes apart', 'A\ufb2c', 4],
  ['282 letters, one of them an accent', `282 chars-${'xxxxxxxxxx-'.repeat(24)}xxxxxA\u0301x`, 281],
  ['a cat, a face and a family', 'H🐱☺👨‍👩‍👧‍👦', 7],
  ['five emoji', '😷👾😡🔥💩', 10],
  ['a skin tone and a profession', '🙋🏽👨‍🎤', 4],
  [
    'general punctuation',
    'This is a tweet with general punctuation characters: \u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u200b\u200c\u200d ‐ ‑ ‒ – — ― ‖  ‗ ‘ ’ ‚ ‛ “ ” „ ‟ ′ ″ ‴ ‵ ‶ ‷',
    112,
  ],
  [
    'labels too long for a domain',
    `${'https://somesuperlongurl'.padEnd(3000, 'somesuperlongurl')}.com/foo https://validurl.com`,
    3032,
  ],
  ['a label of 64 letters', `${'randomurl'.repeat(7)}s.com`, 68],
  ['a label of 63 letters', `${'randomurl'.repeat(7)}.com`, 23],
  [
    'a Japanese label of more than 63 letters in ASCII',
    `${'あいうえおかきくけこ'.repeat(12)} http://${'あいうえおかきくけこ'.repeat(5)}あいう.com`,
    358,
  ],
  [
    'a Japanese label of less',
    `${'あいうえおかきくけこ'.repeat(12)} http://${'あいうえおかきくけこ'.repeat(5)}あい.com`,
    264,
  ],
  ['140 families', '👨‍👩‍👧‍👦'.repeat(140), 280],
  ['emoji of Unicode 10', 'Unicode 10.0 emoji: 🤪; 🧕; 🧕🏾; 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 34],
  ['emoji of Unicode 9', 'Unicode 9.0 emoji: 🤠; 💃; 💃🏾', 29],
  ['characters that are none', 'ABC\u202a\uffffABC\ufffe', 12],
  ['direction marks around a link', '\u2066\u202ahttp://foobar.پاکستان/\u202c\u2069', 31],
  ['a keycap without selector', '1\u20e3', 2],
  [
    'a link with and without https',
    'Test https://test.com test https://test.com test.com test',
    86,
  ],
]

/** Texts of X's published cases for links, with what it finds in them. */
export const linkCases: ReadonlyArray<readonly [text: string, links: readonly string[]]> = [
  ['text http://foobar.com/#', ['http://foobar.com/#']],
  [
    'http://google.com/#search?q=iphone%20-filter%3Alinks',
    ['http://google.com/#search?q=iphone%20-filter%3Alinks'],
  ],
  ['http://somehost.com:3000', ['http://somehost.com:3000']],
  ['http://xo.com/~matthew+%ff-,.;x', ['http://xo.com/~matthew+%ff-,.;x']],
  ['http://en.wikipedia.org/wiki/Primer_(film)', ['http://en.wikipedia.org/wiki/Primer_(film)']],
  [
    'http://msdn.microsoft.com/ja-jp/x.net(v=VS.100).aspx',
    ['http://msdn.microsoft.com/ja-jp/x.net(v=VS.100).aspx'],
  ],
  ['http://✪df.ws/ejp', ['http://✪df.ws/ejp']],
  ['http://chilp.it/?77e8fd', ['http://chilp.it/?77e8fd']],
  ['http://domain-dash_231.foo-cow_4352.com', []],
  ['http://no-tld and http://tld-too-short.x', []],
  ['(http://twitter.com', ['http://twitter.com']],
  ['http://domain.com-that-you-should-have-put-a-space-after', []],
  ['http://foo.com?#foo text', ['http://foo.com?#foo']],
  [
    'foo.com foo.net foo.org foo.edu foo.gov',
    ['foo.com', 'foo.net', 'foo.org', 'foo.edu', 'foo.gov'],
  ],
  [
    'foo.baz foo.co.jp www.xxxxxxx.baz www.foo.co.uk wwwww.xxxxxxx foo.comm foo.govedu foo.jp',
    ['foo.co.jp', 'www.foo.co.uk', 'foo.jp'],
  ],
  ['t.co/abcde bit.ly/abcde', ['t.co/abcde', 'bit.ly/abcde']],
  [
    'http://example.com/a+ or http://example.com/a-',
    ['http://example.com/a+', 'http://example.com/a-'],
  ],
  ['@user Try http:// example.com/path', ['example.com/path']],
  [
    'これは日本語です。example.com/path/index.html中国語example.com/path한국',
    ['example.com/path/index.html', 'example.com/path'],
  ],
  [
    'twitter.comこれは日本語です。example.com中国語t.co/abcde한국twitter.com example2.comテストtwitter.com/abcde',
    [
      'twitter.com',
      'example.com',
      't.co/abcde',
      'twitter.com',
      'example2.com',
      'twitter.com/abcde',
    ],
  ],
  [
    'http://twitter.com/これは日本語です。example.com中国語http://t.co/abcde한국twitter.comテスト',
    ['http://twitter.com/', 'example.com', 'http://t.co/abcde', 'twitter.com'],
  ],
  ['MLB.tv vine.co twitch.tv t.co', ['MLB.tv', 'vine.co', 'twitch.tv', 't.co']],
  ['http://sub_domain-dash.twitter.com', ['http://sub_domain-dash.twitter.com']],
  ['http://a.b.cd', ['http://a.b.cd']],
  ['http://a_b.c-d.com', ['http://a_b.c-d.com']],
  ['http://-leadingdash.twitter.com http://trailingdash-.twitter.com', []],
  ['http://_lead.twitter.com http://trail_.twitter.com http://twitter_underscore.com', []],
  ['http://www.foo.com/foo/path-with-period./', ['http://www.foo.com/foo/path-with-period./']],
  [
    'http://www.foo.com/bar-path/some.stm?param1=foo;param2=P1|0||P2|0',
    ['http://www.foo.com/bar-path/some.stm?param1=foo;param2=P1|0||P2|0'],
  ],
  [
    'http://www.andersondaradio.no.comunidades.net/ test',
    ['http://www.andersondaradio.no.comunidades.net/'],
  ],
  ['test ELPAÍS.com', ['ELPAÍS.com']],
  ['test http://twitter.com/.', ['http://twitter.com/']],
  [
    'http://example.com/path..........................................',
    ['http://example.com/path'],
  ],
  ['http://example.com/,,,,,,,,,,,,,,,,,,,,,,', ['http://example.com/']],
  ['#test.com @test.com #http://test.com @http://test.com #t.co/abcde @t.co/abcde', []],
  [
    "I like http://t.co/pbY2NfTZ's website, http://t.co/FNkPfmii- and http://t.co/ulYGBYSo:",
    ['http://t.co/pbY2NfTZ', 'http://t.co/FNkPfmii', 'http://t.co/ulYGBYSo'],
  ],
  [
    'http://t.co/8MkmHU0k+c http://t.co/TKLp64dY.x http://t.co/8t7G3ddS#a',
    ['http://t.co/8MkmHU0k', 'http://t.co/TKLp64dY', 'http://t.co/8t7G3ddS'],
  ],
  [
    'http://twitter.com\nexample.com/path\nit.so/abcde',
    ['http://twitter.com', 'example.com/path', 'it.so/abcde'],
  ],
  ['$http://twitter.com $twitter.com $t.co/abcde $TVI.CA', []],
  ['long.test.tar.bz2 test.tar.bz2 tar.bz2', []],
  ['john.doe.gov@mail.com john.doe.jp@mail.com', []],
  ['http://xn--ls8h.XN--ls8h.la/', ['http://xn--ls8h.XN--ls8h.la/']],
  [
    'http://foobar.みんな/ http://foobar.中国/ http://foobar.پاکستان/ ',
    ['http://foobar.みんな/', 'http://foobar.中国/', 'http://foobar.پاکستان/'],
  ],
]
