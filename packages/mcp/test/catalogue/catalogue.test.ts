import { describe, expect, test } from 'vitest'
import { type McpPrompt } from '../../src/catalogue/prompts.js'
import { type McpResources } from '../../src/catalogue/resources.js'
import { connect, revisions } from '../connect.js'

const cities = ['Vienna', 'Verona', 'Lisbon', ...Array.from({ length: 150 }, (_, n) => `Town ${n}`)]

const prompts: readonly McpPrompt[] = [
  {
    name: 'greet',
    title: 'Greet',
    description: 'Greets someone.',
    arguments: [
      {
        name: 'city',
        required: true,
        complete: (begun) => cities.filter((city) => city.startsWith(begun)),
      },
    ],
    get: ({ city }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Hello, ${city}` } }],
    }),
  },
  {
    name: 'broken',
    description: 'Fails.',
    get: () => {
      throw new Error('the password is swordfish')
    },
  },
]

const resources: McpResources = {
  fixed: [
    {
      uri: 'mail://newest',
      name: 'newest',
      read: () => ({ contents: [{ uri: 'mail://newest', text: 'Dear Alice' }] }),
    },
  ],
  templates: [
    {
      uriTemplate: 'mail://{folder}/{id}',
      name: 'mail',
      read: (uri, variables) => ({ contents: [{ uri, text: JSON.stringify(variables) }] }),
      complete: { folder: () => ['inbox', 'sent'] },
    },
  ],
}

describe.each(revisions)('a client of %s', (_revision, client) => {
  const open = () => connect([], { client, prompts, resources })

  test('lists and gets prompts', async () => {
    const { client: one } = await open()

    expect((await one.listPrompts()).prompts).toEqual([
      expect.objectContaining({ name: 'greet', arguments: [{ name: 'city', required: true }] }),
      expect.objectContaining({ name: 'broken' }),
    ])
    expect(await one.getPrompt({ name: 'greet', arguments: { city: 'Vienna' } })).toMatchObject({
      messages: [{ content: { text: 'Hello, Vienna' } }],
    })
    await expect(one.getPrompt({ name: 'greet' })).rejects.toMatchObject({ code: -32_602 })
    await expect(one.getPrompt({ name: 'nobody' })).rejects.toMatchObject({ code: -32_602 })
  })

  test('lists and reads resources, by address and by template', async () => {
    const { client: one } = await open()

    expect((await one.listResources()).resources).toMatchObject([{ uri: 'mail://newest' }])
    expect((await one.listResourceTemplates()).resourceTemplates).toMatchObject([{ name: 'mail' }])
    expect(await one.readResource({ uri: 'mail://newest' })).toMatchObject({
      contents: [{ text: 'Dear Alice' }],
    })
    expect(await one.readResource({ uri: 'mail://inbox/7' })).toMatchObject({
      contents: [{ text: '{"folder":"inbox","id":"7"}' }],
    })
    await expect(one.readResource({ uri: 'mail://' })).rejects.toMatchObject({ code: -32_602 })
  })

  test('is helped with arguments, a hundred words at most', async () => {
    const { client: one } = await open()
    const ref = { type: 'ref/prompt', name: 'greet' } as const
    const mail = { type: 'ref/resource', uri: 'mail://{folder}/{id}' } as const

    const some = await one.complete({ ref, argument: { name: 'city', value: 'Ve' } })
    const many = await one.complete({ ref, argument: { name: 'city', value: '' } })
    const none = await one.complete({ ref, argument: { name: 'constructor', value: '' } })
    const folder = await one.complete({ ref: mail, argument: { name: 'folder', value: '' } })

    expect(some.completion).toEqual({ values: ['Verona'], total: 1, hasMore: false })
    expect(many.completion).toMatchObject({ total: 153, hasMore: true })
    expect(many.completion.values).toHaveLength(100)
    expect(none.completion.values).toEqual([])
    expect(folder.completion.values).toEqual(['inbox', 'sent'])
  })

  test('hears nothing of what went wrong inside', async () => {
    const heard: string[] = []
    const { client: one } = await connect([], {
      client,
      prompts,
      onError: ({ message }) => void heard.push(message),
    })

    await expect(one.getPrompt({ name: 'broken' })).rejects.toMatchObject({
      message: expect.not.stringContaining('swordfish'),
    })
    expect(heard).toContain('the password is swordfish')
  })
})
