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

test('a link for somebody else decides in that name, and the terminal says who decides', async () => {
  await using home = await openSmallHome({
    TUITBOT_PEOPLE__OTHERS: 'ben',
    TUITBOT_APPROVALS__FOUR_EYES: 'true',
  })
  await using page = await servePage(home)
  const asked = await home.command('post', 'Seen by two.', '--yes')
  expect(asked.out).toMatch(/^waiting for others: #1 \(.*; ben decides\)\n$/)

  const { out } = await home.command('approvals', 'link', '1', '--for', 'ben')
  const [link = ''] = out.split('\n')
  expect(link).toContain(page.url)
  expect(await (await fetch(link)).text()).toContain('You decide as <bdi>ben</bdi>.')
  const body = new URLSearchParams({ decision: 'approve' })
  expect(await (await fetch(link, { method: 'POST', body })).text()).toContain('Posted.')

  expect(home.countPosts()).toBe(1)
  expect((await home.command('approvals', 'show', '1')).out).toMatch(/decided +by ben/)
  expect((await home.command('doctor')).out).toMatch(/decides +owner or ben, but not who asked/)
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
