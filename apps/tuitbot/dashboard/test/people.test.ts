import { listApprovals } from '@tuitbot/core'
import { type Browser, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, listViolations } from '../../../../scripts/browser.js'
import { findChromium } from '../../../../scripts/find-chromium.js'
import { openPageWorld, type PageWorld } from './page-world.js'

const found = await findChromium()

let browser: Browser
let world: PageWorld

beforeAll(async () => {
  if (found.kind === 'none') return
  world = await openPageWorld(
    '[people]\nyou = "ann"\nothers = ["ben", "eva"]\n[approvals]\nfour_eyes = true\nquorum = 2\n',
  )
  browser = await launchBrowser(found.path)
})
afterAll(async () => {
  await browser?.close()
  await world?.[Symbol.asyncDispose]()
})

test('where it takes two, the page says who has approved, who must, and hands each a link', async ({
  skip,
}) => {
  if (found.kind === 'none') skip(found.reason)
  const page = await logIn()
  const card = page.getByRole('article').filter({ hasText: 'deleting code' })
  await card.getByText('2 of ann, ben, and eva must approve it.').waitFor()
  await card.getByRole('button', { name: 'Approve' }).click()
  await page
    .getByText('Waiting for others. Ann has approved it, and 1 more must: ben or eva.')
    .waitFor()
  await card.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' })
  expect(world.countPosts()).toBe(0)

  await card.getByRole('button', { name: 'More' }).click()
  await card.getByRole('button', { name: 'Copy a link for ben' }).click()
  const link = await card.getByLabel('Link').inputValue()
  expect(await listViolations(page)).toEqual([])
  const other = await page.context().newPage()
  await other.goto(link)
  await other.getByText('You decide as ben.').waitFor()
  expect(await listViolations(other)).toEqual([])
  await other.getByRole('button', { name: 'Approve' }).click()
  await other.getByText('Posted.').waitFor()
  expect(world.countPosts()).toBe(1)
  await card.waitFor({ state: 'detached' })

  await page.getByRole('button', { name: 'Write a post' }).click()
  await page.getByLabel('Text of the post').fill('What I ask for.')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByRole('button', { name: 'Ask for approval for' }).click()
  await page.getByText(/Waiting for others\..* 2 of ben and eva must approve it\./).waitFor()
  const own = page.getByRole('article').filter({ hasText: 'What I ask for.' })
  await own.getByRole('button', { name: 'Reject' }).waitFor()
  expect(await own.getByRole('button', { name: 'Approve' }).count()).toBe(0)
  expect(world.countPosts()).toBe(1)
})

test('the link shows who decides with you what you noted, who wrote it, and the number of the card', async ({
  skip,
}) => {
  if (found.kind === 'none') skip(found.reason)
  const page = await logIn()
  const card = page.getByRole('article').filter({ hasText: 'weekly digest' })
  await card.getByRole('button', { name: 'Edit' }).click()
  await card.getByLabel('Text of the post').fill('One page, and no more.')
  await card.getByRole('button', { name: 'Save' }).click()
  await card.getByText('Offline template, edited by you').waitFor()
  await card.getByRole('button', { name: 'More' }).click()
  await card.getByLabel('Note').fill('ask Eva first')
  await card.getByRole('button', { name: 'Keep the note' }).click()
  await card.getByRole('list', { name: 'Notes' }).waitFor()
  await card.getByRole('button', { name: 'Copy a link for ben' }).click()
  const link = await card.getByLabel('Link').inputValue()
  const { id } = await findWaiting('One page, and no more.')
  await page.getByRole('article', { name: `Reply to @bob #${id}` }).waitFor()
  expect(await listViolations(page)).toEqual([])

  await page.goto(link)
  await page.getByRole('heading', { name: `Reply to @bob #${id}` }).waitFor()
  await page.getByText('Offline template, edited by ann').waitFor()
  await page.getByText('ask Eva first').waitFor()
  expect(await listViolations(page)).toEqual([])
  await page.context().close()
})

async function findWaiting(text: string) {
  const { ctx, account } = world.tuitbot
  const waiting = (await listApprovals(ctx, account)).find((one) => one.text === text)
  if (!waiting) throw new Error(`nothing waits with these words: ${text}`)
  return waiting
}

async function logIn(): Promise<Page> {
  const context = await browser.newContext({
    locale: 'en-US',
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(20_000)
  const page = await context.newPage()
  await page.goto(world.linkUrl())
  return page
}
