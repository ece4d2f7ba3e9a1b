import { createToolbox } from '@armorer/runtime'
import { createTuitbotTools, type Envelope } from '@tuitbot/mcp'
import { createApp, createLogin } from '@tuitbot/server'
import { expect, test } from 'vitest'
import { openSmallHome, type SmallHome } from './small-home.js'

test('why something waits, and what became of it, is the same on the page, in the terminal and over MCP', async () => {
  await using home = await openSmallHome()
  const { mcp, page, cli } = await openSurfaces(home)
  const text = 'The same everywhere.'

  const asked = await mcp('x_post_tweet', { text })
  const id = Number(asked.data?.['approval_queue_id'])
  const card = await page(`/api/approvals/${id}`)
  const [line = '', ...shown] = (await cli('approvals', 'show', `${id}`)).split('\n')
  expect(line).toBe(`#${id}  ${card.status}`)
  expect(asked.meta['status']).toBe(card.status)
  expect(asked.data).toMatchObject({ reason: card.reason, matched_rule_id: card.rule })
  expect(shown).toContain(`  why       ${card.reason} (${card.rule})`)
  const [pending] = Object.values(Object((await mcp('list_pending_approvals')).data))
  expect(pending).toMatchObject({ id, reason: card.reason, generated_content: card.text })

  const { word, reason } = await page(`/api/approvals/${id}/approve`, { seen: card.content })
  expect([word, reason]).toEqual(['posted', null])
  const again = await mcp('x_post_tweet', { text })
  const item = JSON.parse(await cli('activity', '--json'))[0]
  expect([item.word, again.meta['status']]).toEqual(['posted', 'already posted'])
})

test('what is refused is refused in the same words', async () => {
  await using home = await openSmallHome()
  const { mcp, page, cli } = await openSurfaces(home)
  for (const text of ['x'.repeat(281), 'check out this']) {
    const { message } = (await page('/api/posts', { text, confirmed: true })).error
    expect((await mcp('x_post_tweet', { text })).error).toMatchObject({ message })
    expect(await cli('post', text, '--yes')).toBe(`refused: ${message}\n`)
  }

  await cli('pause', 'lunch')
  const text = 'During lunch.'
  const { message } = (await page('/api/posts', { text, confirmed: true })).error
  expect(message).toBe('everything is paused: lunch')
  // An agent is told besides what to do about it.
  expect((await mcp('x_post_tweet', { text })).error).toMatchObject({
    message: expect.stringContaining(message),
  })
  expect(await cli('post', text, '--yes')).toBe(
    `refused: ${message}\n  tuitbot resume lets things leave again\n`,
  )
})

test('what is approved during a pause is said to go out later, in the same words', async () => {
  await using home = await openSmallHome()
  const { mcp, page, cli } = await openSurfaces(home)
  const ids = []
  for (const text of ['First of two.', 'And the second?']) {
    ids.push(Number((await mcp('x_post_tweet', { text })).data?.['approval_queue_id']))
  }
  await cli('pause', 'lunch')

  const { content: seen } = await page(`/api/approvals/${ids[0]}`)
  const { word, reason } = await page(`/api/approvals/${ids[0]}/approve`, { seen })
  const said = await cli('approvals', 'approve', `${ids[1]}`)
  expect(said.split('\n')[0]).toBe(`#${ids[1]}  ${word}: ${reason}`)
  expect((await mcp('x_post_tweet', { text: 'First of two.' })).meta['status']).toBe(word)
})

test('who decides is said in the same words, where it takes two', async () => {
  await using home = await openSmallHome({
    TUITBOT_PEOPLE__OTHERS: 'ben',
    TUITBOT_APPROVALS__QUORUM: '2',
  })
  const { mcp, page, cli } = await openSurfaces(home)
  const asked = await mcp('x_post_tweet', { text: 'By two.' })
  const id = Number(asked.data?.['approval_queue_id'])
  const said = await cli('approvals', 'approve', `${id}`)

  const card = await page(`/api/approvals/${id}`)
  expect(said).toBe(`#${id}  ${card.status}: ${card.decides}\n`)
  expect(await cli('approvals', 'show', `${id}`)).toContain(`decision  ${card.decides}\n`)
  const [pending] = Object.values(Object((await mcp('list_pending_approvals')).data))
  expect(pending).toMatchObject({ id, reviewed_by: 'owner' })
  const { data } = await mcp('get_policy_status')
  expect(await cli('doctor')).toContain(String(data?.['who_decides']))
})

type Fields = Readonly<Record<string, unknown>>

interface PageAnswer {
  readonly status: string
  readonly text: string
  readonly content: string
  readonly rule: string
  readonly decides: string
  readonly word: string
  readonly reason: string
  readonly error: { readonly message: string }
}

/** The three ways to one account. */
async function openSurfaces({ tuitbot, command }: SmallHome) {
  const login = createLogin(tuitbot)
  const app = createApp({ tuitbot, login })
  const cookie = `tuitbot_session_3001=${await login.redeem(login.issue())}`
  const tools = createToolbox(createTuitbotTools(tuitbot))
  const asker = {
    account: tuitbot.account,
    principal: { kind: 'agent', id: 'claude' },
  } as const
  return {
    async mcp(name: string, args: object = {}): Promise<Envelope<Fields>> {
      const result = await tools.execute({ name, arguments: args }, asker)
      // What these tools answer with, whatever comes of it.
      return Reflect.get(result, 'value') as Envelope<Fields>
    },
    async page(path: string, body?: object): Promise<PageAnswer> {
      const headers = { host: '127.0.0.1:3001', origin: 'http://127.0.0.1:3001', 'x-tuitbot': '1' }
      const response = await app.request(path, {
        method: body ? 'POST' : 'GET',
        headers: { ...headers, cookie, 'content-type': 'application/json' },
        ...(body && { body: JSON.stringify(body) }),
      })
      // As much of all answers as is looked at here; that it is so, the tests assert.
      return (await response.json()) as PageAnswer
    },
    async cli(...args: readonly string[]): Promise<string> {
      const { out, err } = await command(...args)
      return out + err
    },
  }
}
