import { weightedLength as simulated } from '@tuitbot/x-simulator'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { weightedLength } from '../../src/toolkit/weighted-length.js'
import { conformanceCases } from './text-cases.js'
import { socialText } from './social-text.js'

test.each(conformanceCases)('%s is counted as X counts it', (_what, text, length) => {
  expect(weightedLength(text)).toBe(length)
})

test.each([
  ['a handshake of two skin tones', '🫱🏽‍🫲🏿'],
  ['a phoenix', '🐦‍🔥'],
  ['a head that shakes', '🙂‍↔️'],
  ['the flag of Sark', '🇨🇶'],
  ['wrestlers with a skin tone', '🤼🏽‍♂️'],
  ['a heart with its selector', '❤️'],
  ['a heart on fire without selector', '❤‍🔥'],
  ['the copyright sign as a picture', '©️'],
  ['a keycap', '#️⃣'],
  ['Scotland', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
])('%s weighs 2', (_what, emoji) => {
  expect(weightedLength(emoji)).toBe(2)
})

test.each([
  ['the copyright sign as a letter', '©', 1],
  ['a heart as text', '❤\ufe0e', 4],
  ['a skin tone on what has no skin', '💻🏽', 4],
  ['a star with a selector that it has not', '★\ufe0f', 4],
  ['a flag with hidden text', '🏴\u{e0073}\u{e0065}\u{e0063}\u{e007f}', 10],
  ['a chain of five faces', Array.from('😀😀😀😀😀').join('\u200d'), 5],
  ['half an emoji', '\ud83d', 2],
])('%s is no single emoji', (_what, text, length) => {
  expect(weightedLength(text)).toBe(length)
})

test('every emoji that the engine knows weighs 2', () => {
  const isEmoji = new RegExp(String.raw`^\p{RGI_Emoji}$`, 'v')
  const emoji = [...candidates()].filter((candidate) => isEmoji.test(candidate))
  expect(emoji.length).toBeGreaterThan(3000)
  expect(emoji.filter((one) => weightedLength(one) !== 2)).toEqual([])
})

test('an emoji that the engine does not know yet weighs 2, alone and in sequences', () => {
  const reserved = points().filter((point) =>
    /(?=\p{Cn})\p{Extended_Pictographic}/u.test(String.fromCodePoint(point)),
  )
  expect(reserved.length).toBeGreaterThan(50)
  for (const emoji of reserved.map((point) => String.fromCodePoint(point))) {
    for (const form of [emoji, `${emoji}\ufe0f`, `${emoji}🏽`, `👩🏿‍${emoji}`, `${emoji}🏻‍♀️`]) {
      expect(weightedLength(form), form).toBe(2)
    }
  }
})

test('every code point of every plane weighs what the published ranges say', () => {
  const wrong = points().filter((point) => {
    const normal = String.fromCodePoint(point).normalize('NFC')
    const expected = Array.from(normal, (part) => (isLight(part.codePointAt(0) ?? 0) ? 1 : 2))
    const sum = expected.reduce<number>((total, weight) => total + weight, 0)
    return weightedLength(String.fromCodePoint(point)) !== sum
  })
  expect(wrong).toEqual([])
})

test('the simulator, which counts on its own, counts the same', () => {
  fc.assert(
    fc.property(socialText, (text) => {
      expect(weightedLength(text)).toBe(simulated(text))
    }),
    // A label that is short enough only because its East Asian full stop parts it.
    { numRuns: 5000, examples: [['🫱🏽‍🫲🏿の🏴󠁧󠁢󠁥󠁮󠁧󠁿。xn--80ak6aa92e.com hello ']] },
  )
})

test('any text at all is counted as the simulator does, but for links', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
      const withoutDots = text.replaceAll('.', '')
      expect(weightedLength(withoutDots)).toBe(simulated(withoutDots))
    }),
    { numRuns: 3000 },
  )
})

test('composed and decomposed letters weigh the same', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 100 }), (text) => {
      expect(weightedLength(text.normalize('NFD'))).toBe(weightedLength(text.normalize('NFC')))
    }),
    { numRuns: 1000 },
  )
})

test.each([
  ['one mark', `a${'\u0301'.repeat(1_000_000)}`, 1_000_000],
  // An engine's own NFC takes hours for this one: it sorts the marks by insertion.
  ['two marks in turn', `a${'\u0301\u0316'.repeat(500_000)}`, 1_000_000],
  ['joined faces', '😀\u200d'.repeat(500_000), 375_000],
  ['regional indicators', '🇦'.repeat(1_000_000), 1_000_000],
  ['at signs', '@'.repeat(1_000_000), 1_000_000],
  ['ideographs', '語'.repeat(1_000_000), 2_000_000],
])('a million of %s are counted', (_what, text, length) => {
  expect(weightedLength(text)).toBe(length)
})

function* candidates(): Generator<string> {
  const tones = ['', '🏻', '🏼', '🏽', '🏾', '🏿']
  const pictures = points()
    .map((point) => String.fromCodePoint(point))
    .filter((one) => /\p{Emoji}/u.test(one))
  const heads = pictures.flatMap((one) => [one, `${one}\ufe0f`, ...tones.map((tone) => one + tone)])
  yield* new Set(heads)
  for (const digit of '0123456789#*') yield `${digit}\ufe0f\u20e3`
  for (const a of regional()) for (const b of regional()) yield a + b
  const people = heads.filter((one) => /^[\p{Emoji_Modifier_Base}⛹🏋🕵]/u.test(one))
  const roles =
    '♀️ ♂️ ⚕️ ⚖️ ✈️ 🌾 🍳 🎓 🎤 🎨 🏫 🏭 💻 💼 🔧 🔬 🚀 🚒 🦯 🦰 🦱 🦲 🦳 🦼 🦽 🎄 🍼 ➡️ ↔️ 🧒 👦 👧'.split(
      ' ',
    )
  for (const person of people) {
    for (const role of roles) yield `${person}\u200d${role}`
    for (const role of ['♀️', '♂️', '🦯', '🦼', '🦽']) yield `${person}\u200d${role}\u200d➡️`
  }
  const adults = ['👩', '👨', '🧑'].flatMap((one) => tones.map((tone) => one + tone))
  for (const a of adults) {
    for (const b of adults) {
      for (const link of ['❤️', '❤️\u200d💋', '🤝', '🐰', '🫯']) yield `${a}\u200d${link}\u200d${b}`
    }
  }
  yield* ['🐻‍❄️', '🐈‍⬛', '🐦‍🔥', '🍋‍🟩', '🏳️‍🌈', '🏳️‍⚧️', '🏴‍☠️', '👁️‍🗨️', '⛓️‍💥', '👨‍👩‍👧‍👦', '🧑‍🧑‍🧒‍🧒']
}

function regional(): string[] {
  return Array.from({ length: 26 }, (_, letter) => String.fromCodePoint(0x1f1e6 + letter))
}

function points(): number[] {
  return Array.from({ length: 0x110000 }, (_, point) => point)
}

function isLight(point: number): boolean {
  return (
    point <= 4351 ||
    (point >= 8192 && point <= 8205) ||
    (point >= 8208 && point <= 8223) ||
    (point >= 8242 && point <= 8247)
  )
}
