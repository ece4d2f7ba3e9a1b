import { publish, putPageUrl } from '@tuitbot/core'
import { createApp, createLogin, serve } from '@tuitbot/server'
import { expect, test } from 'vitest'
import { openSmallHome, type SmallHome } from './small-home.js'

const NOBODY = 'no page of this Tuitbot answers there now'

test('a link that nobody serves says so, and one that is served does not', async () => {
  await using home = await openSmallHome()
  const id = await ask(home)
  await using page = await servePage(home)

  expect((await home.command('approvals', 'link', id)).out).not.toContain(NOBODY)
  await page.close()
  expect((await home.command('approvals', 'link', id)).out).toContain(NOBODY)
  const { out } = await home.command('approvals', 'link', id, '--json')
  expect(JSON.parse(out)).toMatchObject({ served: false })
})

test('the page of another Tuitbot on the same port does not serve it', async () => {
  await using home = await openSmallHome()
  await using other = await openSmallHome()
  const id = await ask(home)
  await using page = await servePage(other)
  const { ctx, account } = home.tuitbot
  await ctx.db.write((db) => putPageUrl(db, account, page.url))

  expect((await home.command('approvals', 'link', id)).out).toContain(NOBODY)
})

async function servePage({ tuitbot }: SmallHome) {
  const { ctx, account } = tuitbot
  const page = await serve(createApp({ tuitbot, login: createLogin(tuitbot) }), { port: 0 })
  await ctx.db.write((db) => putPageUrl(db, account, page.url))
  return page
}

async function ask({ tuitbot: { ctx, account } }: SmallHome): Promise<string> {
  const draft = { account, text: 'By a link.' }
  const asked = await publish(ctx, { kind: 'agent', id: 'claude' }, draft)
  return asked.kind === 'needs_approval' ? String(asked.queueId) : ''
}
