import { mkdir } from 'node:fs/promises'
import { publish } from '@tuitbot/core'
import { type Browser, type Page } from 'playwright-core'
import { launchBrowser } from '../../../../scripts/browser.js'
import { findChromium } from '../../../../scripts/find-chromium.js'
import { openPageWorld, type PageWorld } from './page-world.js'

/** Pictures of the page in every state, both themes and both widths, for whoever has changed it to look at. */
const folder = process.argv[2] ?? 'screenshots'
const WIDTHS = [1440, 360]
const THEMES = ['light', 'dark'] as const

type Shoot = (name: string, tab?: Page) => Promise<unknown>

const states = async (page: Page, world: PageWorld, shoot: Shoot) => {
  const { ctx, owner: by } = world.tuitbot
  await page.goto(world.url)
  await page.getByRole('heading', { name: 'This page is locked' }).waitFor()
  await shoot('locked')
  await page.goto(world.linkUrl())
  await page.getByRole('button', { name: 'Approve' }).first().waitFor()
  await page.getByText('Live', { exact: true }).waitFor()
  await shoot('queue')
  await page.getByText('Hidden characters').first().scrollIntoViewIfNeeded()
  await shoot('hidden')
  await page.getByRole('button', { name: 'Log this browser out' }).scrollIntoViewIfNeeded()
  await shoot('log-out')
  await page.keyboard.press('Home')
  await page.keyboard.press('j')
  await page.keyboard.press('e')
  await page
    .getByLabel('Text of the post')
    .fill('Have a look at https://example.com, @bob! '.repeat(12))
  await page.getByText('Too long').waitFor()
  await shoot('editing')
  await page.keyboard.press('Escape')
  await page.keyboard.press('r')
  await page.getByText('Reject this?').waitFor()
  await shoot('rejecting')
  await page.keyboard.press('Escape')
  await page.keyboard.press('a')
  await page.getByRole('status').getByText('Posted').waitFor()
  await shoot('posted')
  await page.keyboard.press('n')
  await page
    .getByLabel('Text of the post')
    .fill('Lantern 1.2 is out: notes at https://example.com/notes #buildinpublic')
  await shoot('writing')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('This is how it will look').waitFor()
  await shoot('previewing')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page
    .getByRole('button', { name: 'Cancel' })
    .click({ timeout: 500 })
    .catch(() => undefined)
  await page.keyboard.press('?')
  await shoot('help')
  await page.keyboard.press('Escape')
  await shootMore(page, world, shoot)
  await page.getByRole('button', { name: 'Pause everything' }).click()
  await page.getByText('Paused. Nothing leaves.', { exact: true }).waitFor()
  await page.keyboard.press('a')
  await page.getByText('goes out when you resume').last().waitFor()
  await shoot('paused')
  await page.getByRole('button', { name: 'Take back' }).scrollIntoViewIfNeeded()
  await shoot('take-back')
  await page.keyboard.press('Home')
  await ctx.gateway.resume({ by, reason: 'done' })
  for (const { id } of await ctx.gateway.list({ states: ['awaiting_approval'] })) {
    await ctx.gateway.reject(id, { principal: by })
  }
  await page.getByText('Nothing waits for you').waitFor()
  await shoot('empty')
  await page.route('**/api/**', (route) => route.abort())
  await page.reload()
  await page.getByText('Tuitbot does not answer').first().waitFor()
  await shoot('failed')
}

/** What else can be done with a card, what was allowed ahead, and the page behind a link. */
async function shootMore(page: Page, { tuitbot }: PageWorld, shoot: Shoot) {
  const { ctx, account, links } = tuitbot
  const ask = async (text: string) => {
    const asked = await publish(ctx, { kind: 'agent', id: 'claude' }, { account, text })
    return asked.kind === 'needs_approval' ? asked.queueId : 0
  }
  await ask('Week 12: the export is done, and it is plain text.')
  const card = page.getByRole('article').filter({ hasText: 'Week 12' })
  await card.getByRole('button', { name: 'More' }).click()
  await card.getByLabel('Note').fill('Ben wanted to see this one')
  await card.getByRole('button', { name: 'Keep the note' }).click()
  await card.getByRole('list', { name: 'Notes' }).waitFor()
  await card.scrollIntoViewIfNeeded()
  await shoot('more')
  await card.getByRole('button', { name: 'Approve and allow' }).click()
  await page.getByRole('heading', { name: 'Allowed ahead' }).waitFor()
  await page.getByRole('heading', { name: 'Allowed ahead' }).scrollIntoViewIfNeeded()
  await shoot('allowed')
  await page.keyboard.press('Home')
  for (const index of [0, 1]) await page.getByRole('checkbox').nth(index).check()
  await shoot('picked')
  await page.getByRole('button', { name: 'Reject 2' }).click()
  await page
    .getByRole('region', { name: 'Several at once' })
    .getByText('rejected')
    .first()
    .waitFor()
  await page.waitForTimeout(600)
  await shoot('picked-decided')
  const [waiting] = await ctx.gateway.list({ account, states: ['awaiting_approval'], limit: 1 })
  const { url } = await links.make(waiting?.queueId ?? 0)
  const tab = await page.context().newPage()
  await tab.goto(new URL(new URL(url).pathname, page.url()).href)
  await shoot('link', tab)
  await tab.getByRole('button', { name: 'Reject' }).click()
  await tab.getByRole('status').waitFor()
  await shoot('link-decided', tab)
  await tab.close()
  // Just after something has gone, no key counts.
  await page.waitForTimeout(1_500)
}

async function shootAll(browser: Browser) {
  for (const colorScheme of THEMES) {
    for (const width of WIDTHS) {
      await using world = await openPageWorld()
      const context = await browser.newContext({
        colorScheme,
        viewport: { width, height: width === 360 ? 780 : 900 },
        locale: 'en-US',
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => console.error(error))
      page.on('console', (message) => message.type() === 'error' && console.error(message.text()))
      await states(page, world, (name, tab = page) =>
        tab.screenshot({ path: `${folder}/${name}-${colorScheme}-${width}.png` }),
      )
      await context.close()
    }
  }
}

await mkdir(folder, { recursive: true })
const found = await findChromium()
if (found.kind === 'none') throw new Error(found.reason)
const browser = await launchBrowser(found.path)
await shootAll(browser)
await browser.close()
