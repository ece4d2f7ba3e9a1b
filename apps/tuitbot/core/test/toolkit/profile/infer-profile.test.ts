import fc from 'fast-check'
import { expect, test } from 'vitest'
import { inferProfile } from '../../../src/toolkit/profile/infer-profile.js'

const posts = [
  'Shipped offline sync for invoices today! 🎉 #buildinpublic',
  'How do you handle invoices in three currencies? #buildinpublic',
  'Our SQLite backend saved us 40% on hosting!',
  'SQLite in production: 12 months, 0 incidents!',
  'I love small tools. #indiehackers',
  'Invoices should take 10 seconds, not 10 minutes!',
  'New in our app: invoices by voice! 🎙️',
  'We answer every mail ourselves. https://ledgerly.app/blog',
  'What is your favourite boring technology? #buildinpublic',
  'Offline first is a feature! @bob agrees',
]
const bio = 'Founder of Ledgerly. Invoices for freelancers who hate paperwork. ledgerly.app'

test('a founder with a bio and posts is read with high confidence', () => {
  const profile = inferProfile({ name: 'Alice', bio, posts })
  expect(profile.accountType).toEqual({ value: 'business', confidence: 'high', provenance: 'bio' })
  expect(profile.productName).toEqual({ value: 'Ledgerly', confidence: 'high', provenance: 'bio' })
  expect(profile.productDescription.value).toBe(
    'Founder of Ledgerly. Invoices for freelancers who hate paperwork.',
  )
  expect(profile.productUrl).toEqual({
    value: 'ledgerly.app',
    confidence: 'high',
    provenance: 'bio',
  })
  expect(profile.targetAudience).toEqual({
    value: 'freelancers',
    confidence: 'high',
    provenance: 'bio',
  })
  expect(profile.productKeywords.provenance).toBe('bio_and_tweets')
  expect(profile.productKeywords.value[0]).toBe('invoices')
  expect(profile.productKeywords.value).not.toContain('for')
  expect(profile.industryTopics).toEqual({
    value: ['buildinpublic', 'invoices', 'offline', 'sqlite'],
    confidence: 'high',
    provenance: 'tweets',
  })
  expect(profile.brandVoice.value).toContain('enthusiastic')
})

test("the profile's own address is better than one in the bio", () => {
  const { productUrl } = inferProfile({ name: 'Alice', bio, url: 'https://ledgerly.app', posts })
  expect(productUrl).toMatchObject({ value: 'https://ledgerly.app', provenance: 'profile_url' })
})

test('a business without a named product has the name of its account', () => {
  const { productName } = inferProfile({
    name: ' Ledgerly HQ ',
    bio: 'The invoicing platform',
    posts: [],
  })
  expect(productName).toEqual({
    value: 'Ledgerly HQ',
    confidence: 'medium',
    provenance: 'display_name',
  })
})

test('a private person has no product', () => {
  const profile = inferProfile({ name: 'Bob', bio: 'Dad, runner, coffee', posts: [] })
  expect(profile.accountType.value).toBe('individual')
  expect(profile.productName).toEqual({ value: '', confidence: 'low', provenance: 'default' })
})

test('nothing known is a default of low confidence in every field', () => {
  const profile = inferProfile({ name: '', bio: '', posts: [] })
  for (const field of Object.values(profile)) {
    expect(field).toMatchObject({ confidence: 'low', provenance: 'default' })
  }
})

test.each([
  ['x'.repeat(21), 10, 'high'],
  ['x'.repeat(20), 10, 'medium'],
  ['x'.repeat(21), 9, 'medium'],
  ['', 5, 'medium'],
])('a bio of %j and %i posts', (about, count, confidence) => {
  const profile = inferProfile({
    name: 'A',
    bio: about,
    posts: Array.from({ length: count }, () => 'sqlite sqlite'),
  })
  const field = about === '' ? profile.industryTopics : profile.accountType
  expect(field.confidence).toBe(confidence)
})

test('without a bio the keywords are what the posts repeat', () => {
  const { productKeywords } = inferProfile({
    name: 'A',
    bio: '',
    posts: ['sqlite rocks', 'sqlite again'],
  })
  expect(productKeywords).toMatchObject({ value: ['sqlite'], provenance: 'tweets' })
})

test('any profile at all can be read, and the same one is read the same', () => {
  const any = fc.string({ unit: 'grapheme', maxLength: 200 })
  fc.assert(
    fc.property(any, any, any, fc.array(any, { maxLength: 12 }), (name, about, url, texts) => {
      const input = { name, bio: about, url, posts: texts }
      expect(inferProfile(input)).toEqual(inferProfile(input))
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['words', 'for a '.repeat(200_000)],
  ['letters', `for ${'a'.repeat(1_000_000)}`],
  ['founders', 'Founder of '.repeat(100_000)],
])('a hostile bio of %s is read', (_what, about) => {
  expect(inferProfile({ name: 'A', bio: about, posts: [about] }).accountType.provenance).toBe('bio')
})
