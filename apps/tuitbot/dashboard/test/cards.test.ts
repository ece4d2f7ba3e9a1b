import { DatabaseSync } from '@photostructure/sqlite'
import { allowMore, publish } from '@tuitbot/core'
import { type Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { launchBrowser, listViolations } from '../../../../scripts/browser.js'
import { findChromium } from '../../../../scripts/find-chromium.js'
import { openPageWorld, type PageWorld } from './page-world.js'

const found = await findChromium()
const AGENT = { kind: 'agent', id: 'claude' } as const

let browser: Browser
let world: PageWorld

beforeAll(async () => {
  if (found.kind === 'none') return
  world = await openPageWorld()
  browser = await launchBrowser(found.path)
})
afterAll(async () => {
  await browser?.close()
  await world?.[Symbol.asyncDispose]()
})

beforeEach(({ skip }) => {
  if (found.kind === 'none') skip(found.reason)
})

test('the locked page says how long a browser stays logged in', async () => {
  const page = await browser.newPage()
  await page.goto(world.url)
  const card = page.getByText('Tuitbot prints a link')
  expect(await card.innerText()).toMatch(
    /logged in for a week, or until the page has lain unused for twelve hours\.$/,
  )
  await page.close()
})

test('a card says what is attached', async () => {
  const { ctx, account } = world.tuitbot
  await publish(ctx, AGENT, { account, text: 'Look at these.', mediaIds: ['77', '78'] })
  const page = await logIn()
  const card = page.getByRole('article').filter({ hasText: 'Look at these.' })
  await card.getByText('2 media: 77, 78').waitFor()
  expect(await listViolations(page)).toEqual([])
  await page.close()
})

test('while posts are allowed ahead, nothing is said to go out only approved', async () => {
  const { ctx, account, owner: by } = world.tuitbot
  const asked = await publish(ctx, AGENT, { account, text: 'One of three.' })
  const id = asked.kind === 'needs_approval' ? asked.queueId : 0
  const page = await logIn()
  await page.getByText('Nothing goes out before you approve it.').waitFor()
  await allowMore(ctx, { id, by, times: 2, until: Date.now() + 60_000 })
  await page
    .getByText('Nothing goes out before you approve it, except 2 posts you allowed ahead.')
    .waitFor()
  expect(await listViolations(page)).toEqual([])
  await page.close()
})

test('the keys go past cards that have no number', async () => {
  await lose('Lost once.')
  await lose('Lost twice.')
  const page = await logIn()
  const cards = page.getByRole('article')
  await cards.filter({ hasText: 'Lost twice.' }).waitFor()
  const texts = await cards.allInnerTexts()
  const seen: string[] = []
  for (const _ of texts.slice(1)) {
    await page.keyboard.press('j')
    seen.push(await page.locator('article:focus').innerText())
  }
  expect(seen).toEqual(texts.slice(1))
  await page.close()
})

async function logIn() {
  const page = await browser.newPage()
  await page.goto(world.linkUrl())
  await page.getByText('Live', { exact: true }).waitFor()
  return page
}

/** A post that a person sent, and of which nobody knows what became. */
async function lose(text: string): Promise<void> {
  const { ctx, account, owner } = world.tuitbot
  const fault = { kind: 'status', status: 503, when: 'after' } as const
  world.x.fault({ method: 'POST', path: '/2/tweets', fault })
  const sent = await publish(ctx, owner, { account, text }, { confirmed: true })
  if (sent.kind !== 'unknown') throw new Error(sent.kind)
  using file = new DatabaseSync(ctx.config.storage.dbPath)
  file.prepare(`update gateway_intent set state = 'needs_human' where id = ?`).run(sent.intent)
}
