import { fileURLToPath } from 'node:url'
import { type Browser, type Locator, type Page } from 'playwright-core'
import { build } from 'vite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchBrowser, listViolations } from '../../../../scripts/browser.js'
import { findChromium } from '../../../../scripts/find-chromium.js'
import { runCli } from '../src/run-cli.js'
import { listEffects, startDemo, tempHome } from './processes.js'
import { record } from './small-home.js'

const found = await findChromium()
let browser: Browser

beforeAll(async () => {
  if (found.kind === 'none') return
  const root = fileURLToPath(new URL('../../dashboard', import.meta.url))
  // Someone may be looking at the page that lies there.
  await build({ root, logLevel: 'error', build: { emptyOutDir: false } })
  browser = await launchBrowser(found.path)
}, 120_000)
afterAll(() => browser?.close())

test(
  'a person edits a suggestion, approves it twice at once, takes it back, decides by a link, pauses, and finds all as it was',
  { timeout: 300_000 },
  async ({ skip }) => {
    if (found.kind === 'none') return skip(found.reason)
    using home = tempHome()
    await using demo = await startDemo(home.path, '--port', '0')
    const page = await logIn(demo.link)
    await suggestions(page).first().waitFor()
    expect(await listViolations(page)).toEqual([])

    await editOne(page, WORDS)
    const other = await page.context().newPage()
    await other.goto(new URL('/', page.url()).href)
    await approveInBoth(page, other)
    await entry(page, 'Posted').getByRole('button', { name: 'Undo' }).waitFor()
    await entry(other, 'Posted').waitFor()
    expect(await whatLeft(demo.simulator)).toEqual([POSTED])
    expect(await listViolations(page)).toEqual([])

    await entry(page, 'Posted').getByRole('button', { name: 'Undo' }).click()
    await entry(page, 'Undone').waitFor()
    expect(await whatLeft(demo.simulator)).toEqual([POSTED, DELETED])

    await approveByLink(page, home.path)
    expect(await whatLeft(demo.simulator)).toEqual([POSTED, DELETED, LINKED])

    await page.getByRole('button', { name: 'Pause everything' }).click()
    await page.getByRole('button', { name: 'Approve for later' }).first().click()
    await page.getByText('One approved post goes out when you resume').waitFor()
    expect(await listViolations(page)).toEqual([])
    expect(await whatLeft(demo.simulator)).toEqual([POSTED, DELETED, LINKED])
    await page.context().close()
    expect(await demo.stop()).toBe(0)

    await using again = await startDemo(home.path, '--port', '0')
    const later = await logIn(again.link)
    await later.getByRole('heading', { name: 'Paused. Nothing leaves.' }).waitFor()
    await later.getByText('One approved post goes out when you resume').waitFor()
    await entry(later, 'Undone').waitFor()
    expect(await whatLeft(again.simulator)).toEqual([])
    expect(await listViolations(later)).toEqual([])
    await later.context().close()
    expect(await again.stop()).toBe(0)
  },
)

const WORDS = 'In my own words.'
/** X puts the name of whom it answers before it. */
const POSTED = ['post.create', expect.stringContaining(WORDS)]
const LINKED = ['post.create', expect.any(String)]
const DELETED = ['post.delete', undefined]

async function logIn(link: string | undefined): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce' })
  context.setDefaultTimeout(90_000)
  const page = await context.newPage()
  await page.goto(link ?? '')
  await page.getByText('Live', { exact: true }).waitFor()
  return page
}

function suggestions(page: Page): Locator {
  return page.getByRole('article').filter({ has: page.getByRole('button', { name: 'Approve' }) })
}

/** Of what has happened to the post. */
function entry(page: Page, word: string): Locator {
  return page.getByRole('listitem').filter({ hasText: word }).filter({ hasText: WORDS })
}

async function editOne(page: Page, text: string): Promise<void> {
  await suggestions(page).first().getByRole('button', { name: 'Edit' }).click()
  await page.getByLabel('Text of the post').fill(text)
  await page.getByRole('button', { name: 'Save' }).click()
}

async function approveInBoth(...pages: readonly Page[]): Promise<void> {
  const buttons = await Promise.all(
    pages.map(async (page) => {
      const card = suggestions(page).filter({ hasText: WORDS })
      return card.getByRole('button', { name: 'Approve' }).elementHandle()
    }),
  )
  await Promise.all(buttons.map((button) => button?.dispatchEvent('click')))
}

/** A link that the terminal prints, opened in a window of its own: looking decides nothing, the button does. */
async function approveByLink(page: Page, home: string): Promise<void> {
  const terminal = async (...args: readonly string[]) => {
    const io = record({ TUITBOT_HOME: home })
    expect(await runCli(args, io)).toBe(0)
    return io.said.out
  }
  const [waiting] = JSON.parse(await terminal('approvals', 'list', '--json'))
  const [link = ''] = (await terminal('approvals', 'link', String(waiting.id))).split('\n')
  const tab = await page.context().newPage()
  await tab.goto(link)
  await tab.reload()
  expect(await listViolations(tab)).toEqual([])
  await tab.getByRole('button', { name: 'Approve' }).click()
  await tab.getByRole('status').getByText('Posted.').waitFor()
  await tab.goto(link)
  await tab.getByRole('status').getByText('Posted.').waitFor()
  await tab.close()
}

async function whatLeft(simulator: string): Promise<Array<[kind: string, text: unknown]>> {
  const effects = await listEffects(simulator)
  return effects.map(({ kind, detail }) => [kind, detail['text']])
}
