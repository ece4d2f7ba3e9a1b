import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { beforeAll, expect, test } from 'vitest'
import { listEffects, startDemo, tempHome } from './processes.js'

beforeAll(async () => {
  const root = fileURLToPath(new URL('../../dashboard', import.meta.url))
  if (!existsSync(`${root}/dist/index.html`)) await build({ root, logLevel: 'error' })
})

test(
  'the demo shows something to decide, lets out what is approved, and after a restart all is as it was',
  { timeout: 120_000 },
  async () => {
    using home = tempHome()
    const demo = await startDemo(home.path, '--port', '0')
    const visitor = await logIn(demo.link ?? '')
    expect(await visitor.text('/')).toContain('<title>')

    const approvals = await visitor.untilSome('/api/approvals')
    const { id, content } = approvals[0] ?? { id: 0, content: '' }
    await visitor.post(`/api/approvals/${id}/edit`, { seen: content, text: WORDS })
    const { content: seen } = Object(await visitor.json(`/api/approvals/${id}`))
    const answers = await Promise.all([
      visitor.post(`/api/approvals/${id}/approve`, { seen }),
      visitor.post(`/api/approvals/${id}/approve`, { seen }),
    ])
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining([200, 409]))
    expect(await kinds(demo.simulator)).toEqual(['post.create'])

    const posted = (await visitor.untilSome('/api/activity')).find(({ text }) => text === WORDS)
    expect(await visitor.post(`/api/activity/${posted?.intent}/undo`)).toMatchObject({
      status: 200,
    })
    expect(await kinds(demo.simulator)).toEqual(['post.create', 'post.delete'])
    await visitor.post('/api/pause', { reason: 'lunch' })
    expect(await demo.stop()).toBe(0)

    const again = await startDemo(home.path, '--port', '0')
    const later = await logIn(again.link ?? '')
    expect(await later.json('/api/status')).toMatchObject({ paused: true })
    const kept = await later.untilSome('/api/activity')
    expect(kept.find(({ text }) => text === WORDS)).toMatchObject({ word: 'undone' })
    expect(await again.stop()).toBe(0)
  },
)

const WORDS = 'In my own words.'

interface Item {
  readonly id: number
  readonly text: string
  readonly content: string
  readonly intent: string
}

/** A browser's part: the link once, then the cookie. */
async function logIn(link: string) {
  const { origin } = new URL(link)
  const opened = await fetch(link, { redirect: 'manual' })
  const cookie = opened.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  const headers = { cookie, origin, 'content-type': 'application/json', 'x-tuitbot': 'page' }
  const get = (path: string) => fetch(`${origin}${path}`, { headers })
  return {
    text: async (path: string) => (await get(path)).text(),
    json: async (path: string): Promise<unknown> => (await get(path)).json(),
    post: (path: string, body: unknown = {}) =>
      fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) }),
    async untilSome(path: string): Promise<readonly Item[]> {
      for (;;) {
        const items: unknown = await (await get(path)).json()
        // The server's own answer.
        if (Array.isArray(items) && items.length > 0) return items as Item[]
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
  }
}

async function kinds(simulator: string): Promise<string[]> {
  return (await listEffects(simulator)).map(({ kind }) => kind)
}
