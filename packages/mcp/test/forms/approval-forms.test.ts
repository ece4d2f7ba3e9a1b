import { Buffer } from 'node:buffer'
import { describe, expect, test } from 'vitest'
import { openPosting, yes } from './posting.js'

const hello = { arguments: { text: 'hello world' } }

test('what needs a person comes back as a form that shows exactly what will run', async () => {
  const { call, posts } = openPosting()

  const { result } = await call(hello)

  expect(result).toMatchObject({
    resultType: 'input_required',
    inputRequests: {
      may_post: {
        method: 'elicitation/create',
        params: {
          message: expect.stringContaining('"text": "hello world"'),
          requestedSchema: { properties: { approve: { type: 'boolean' } }, required: ['approve'] },
        },
      },
    },
  })
  expect(posts).toEqual([])
})

test('what is not seen, or turns the direction, is shown by its number', async () => {
  const { call } = openPosting()

  const { result } = await call({ arguments: { text: 'pay a\u202Eecila\u200B' } })

  expect(JSON.stringify(result?.['inputRequests'])).toContain('pay a[U+202E]ecila[U+200B]')
})

test.each([
  ['long', `${'a'.repeat(5_000)} to mallory`],
  ['long once it is shown', '\u200B'.repeat(1_000)],
])(
  'of a call too %s to be shown there is no form, and it waits where a person decides',
  async (_what, text) => {
    const { call, posts } = openPosting({ decideAt: 'a person decides at http://here' })

    const { result } = await call({ arguments: { text } })
    await call({ arguments: { text }, inputResponses: yes })

    expect(result).toMatchObject({ isError: true })
    expect(result).not.toHaveProperty('requestState')
    expect(JSON.stringify(result)).toContain('pending')
    expect(JSON.stringify(result)).toContain('a person decides at http://here')
    expect(posts).toEqual([])
  },
)

test('an approved call runs once, and its form is no good after that', async () => {
  const { call, askFor, posts } = openPosting()
  const requestState = await askFor('hello world')

  const answers = []
  for (const text of ['other', 'hello world', 'hello world']) {
    answers.push(await call({ arguments: { text }, inputResponses: yes, requestState }))
  }

  expect(posts).toEqual(['hello world'])
  expect(answers.map(({ error }) => error?.data)).toEqual([
    { reason: 'invalid_request_state' },
    undefined,
    { reason: 'used_request_state' },
  ])
})

test('of many who answer one form at once, one is heard', async () => {
  const { call, askFor, posts } = openPosting()
  const requestState = await askFor('hello world')

  const answers = await Promise.all(
    Array.from({ length: 64 }, () => call({ ...hello, inputResponses: yes, requestState })),
  )

  expect(posts).toEqual(['hello world'])
  expect(answers.filter(({ error }) => error === undefined)).toHaveLength(1)
})

describe('a form runs nothing', () => {
  test.each([
    ['whose answer is no', { may_post: { action: 'accept', content: { approve: false } } }],
    ['that was declined', { may_post: { action: 'decline' } }],
  ])('%s', async (_what, inputResponses) => {
    const { call, askFor, posts } = openPosting()
    const requestState = await askFor('hello world')

    const { result } = await call({ ...hello, inputResponses, requestState })
    const again = await call({ ...hello, inputResponses: yes, requestState })

    expect(JSON.stringify(result)).toContain('declined')
    expect(result?.['isError']).toBe(true)
    expect(again.error?.code).toBe(-32_602)
    expect(posts).toEqual([])
  })

  test('that was closed without a word; what it was about still waits', async () => {
    const { call, askFor, posts } = openPosting({ decideAt: 'decide at http://here' })
    const requestState = await askFor('hello world')

    const inputResponses = { may_post: { action: 'cancel' } }
    const { result } = await call({ ...hello, inputResponses, requestState })

    expect(JSON.stringify(result)).toContain('pending')
    expect(JSON.stringify(result)).toContain('decide at http://here')
    expect(posts).toEqual([])
  })

  test.each([
    ['nothing', {}],
    ['another name', { other: { action: 'accept', content: { approve: true } } }],
    ['a text for a yes', { may_post: { action: 'accept', content: { approve: 'true' } } }],
    ['no content', { may_post: { action: 'accept' } }],
    ['no action', { may_post: { content: { approve: true } } }],
    ['a list', { may_post: [true] }],
  ])('that is answered with %s, and is asked again', async (_what, inputResponses) => {
    const { call, askFor, posts } = openPosting()
    const requestState = await askFor('hello world')

    const { result } = await call({ ...hello, inputResponses, requestState })

    expect(result).toMatchObject({ resultType: 'input_required' })
    expect(posts).toEqual([])
  })

  test('that came to another client', async () => {
    const { call, askFor, posts } = openPosting()
    const requestState = await askFor('hello world')

    const { error } = await call(
      { ...hello, inputResponses: yes, requestState },
      { client: 'someone else' },
    )

    expect(error?.code).toBe(-32_602)
    expect(posts).toEqual([])
  })

  test('that has expired', async () => {
    let now = 0
    const { call, askFor, posts } = openPosting({ now: () => now, ttlMs: 1_000 })
    const requestState = await askFor('hello world')
    now = 1_000

    const { error } = await call({ ...hello, inputResponses: yes, requestState })

    expect(error?.code).toBe(-32_602)
    expect(posts).toEqual([])
  })

  test('of which one bit was changed', async () => {
    const { call, askFor, posts } = openPosting()
    const bytes = Buffer.from((await askFor('hello world')).slice(3), 'base64url')

    for (let at = 0; at < bytes.length; at += 7) {
      const changed = Buffer.from(bytes)
      changed[at] = (changed[at] ?? 0) ^ 1
      const requestState = `a1.${changed.toString('base64url')}`
      const { error } = await call({ ...hello, inputResponses: yes, requestState })
      expect(error?.code).toBe(-32_602)
    }
    expect(posts).toEqual([])
  })

  test('of a server with another key', async () => {
    const [one, other] = [openPosting(), openPosting()]
    const requestState = await one.askFor('hello world')

    const { error } = await other.call({ ...hello, inputResponses: yes, requestState })

    expect(error?.code).toBe(-32_602)
    expect(other.posts).toEqual([])
  })
})

test('two processes with one key and one store let one form through once', async () => {
  const key = new Uint8Array(32).fill(7)
  const seen = new Set<string>()
  const used = { use: (id: string) => !seen.has(id) && Boolean(seen.add(id)) }
  const [one, other] = [openPosting({ key, used }), openPosting({ key, used })]
  const requestState = await one.askFor('hello world')

  await other.call({ ...hello, inputResponses: yes, requestState })
  await one.call({ ...hello, inputResponses: yes, requestState })

  expect([...one.posts, ...other.posts]).toEqual(['hello world'])
})

test('a store that fails lets nothing through', async () => {
  const used = { use: () => Promise.reject(new Error('the disk is full')) }
  const { call, askFor, posts } = openPosting({ used })
  const requestState = await askFor('hello world')

  const { error } = await call({ ...hello, inputResponses: yes, requestState })

  expect(error).toBeDefined()
  expect(error?.message).not.toContain('disk')
  expect(posts).toEqual([])
})

test('answers without a form count for nothing', async () => {
  const { call, posts } = openPosting()

  const { result } = await call({ ...hello, inputResponses: yes })

  expect(result).toMatchObject({ resultType: 'input_required' })
  expect(posts).toEqual([])
})

test('a client that can show no form hears at once where to decide', async () => {
  const { call, posts } = openPosting({ decideAt: 'a person decides at http://here' })

  for (const capabilities of [{}, { elicitation: { url: {} } }]) {
    const { result } = await call(hello, { capabilities })

    expect(result).toMatchObject({ isError: true })
    expect(JSON.stringify(result)).toContain('a person decides at http://here')
  }
  expect(posts).toEqual([])
})
