import { addNote, pause, publish } from '@tuitbot/core'
import { type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { launchBrowser, listViolations } from '../../../../scripts/browser.js'
import { findChromium } from '../../../../scripts/find-chromium.js'
import { listTurned } from './list-turned.js'
import { openPageWorld, type PageWorld } from './page-world.js'
import { serveBlank } from './serve-blank.js'

const found = await findChromium()
/** By itself a notice goes only after eight seconds. */
const GONE_AT_ONCE = { state: 'detached', timeout: 5_000 } as const

let browser: Browser
let world: PageWorld
/** What the browser complained about: scripts that failed, and whatever the content security policy stopped. */
const complaints: string[] = []

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

describe('in a browser', () => {
  test('without a link the page is locked, and prints one on request', async () => {
    const page = await openTab()
    await page.goto(world.url)
    await page.getByRole('heading', { name: 'This page is locked' }).waitFor()
    expect(await listViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Print a new link' }).click()
    await page.getByText('it is in the terminal').waitFor()
    await page.goto(`${world.url}/login?token=${world.links[0]}`)
    await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
    expect(page.url()).toBe(`${world.url}/`)

    const other = await page.context().newPage()
    await other.goto(world.url)
    await other.getByRole('heading', { name: 'Waiting for you' }).waitFor()
    await page.getByRole('button', { name: 'Log this browser out' }).click()
    for (const tab of [page, other]) {
      await tab.getByRole('heading', { name: 'This page is locked' }).waitFor()
    }
    await closeTab(page)
  })

  test('words that a rule forbids cannot be saved', async () => {
    const page = await logIn()
    const card = page.getByRole('article').first()
    await card.getByRole('button', { name: 'Edit' }).click()
    await card.getByLabel('Text of the post').fill('check out this')
    await card.getByText('on your list of banned phrases').waitFor()
    expect(await card.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true)
    expect(await listViolations(page)).toEqual([])
    await closeTab(page)
  })

  test('paused, an approval waits until one resumes, and can be taken back', async () => {
    const page = await logIn({ colorScheme: 'dark' })
    const before = world.countPosts()
    await page.getByRole('button', { name: 'Pause everything' }).click()
    await page.getByRole('heading', { name: 'Paused. Nothing leaves.' }).waitFor()
    expect(await page.title()).toBe('Paused · Tuitbot')
    const actions = page.getByRole('article').first().locator('.card-actions > *')
    const boxes = await Promise.all((await actions.all()).map((one) => one.boundingBox()))
    expect(new Set(boxes.map((box) => box?.y)).size).toBe(1)
    await page.getByRole('button', { name: 'Approve for later' }).first().click()
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('status').getByText('It will not go out').waitFor()
    await page.getByRole('button', { name: 'Approve for later' }).first().click()
    await page.getByRole('status').getByText('It goes out when you resume').waitFor()
    await page.getByText('One approved post goes out when you resume').waitFor()
    expect(await listViolations(page)).toEqual([])
    await page.reload()
    await page.getByRole('heading', { name: 'Paused. Nothing leaves.' }).waitFor()
    expect(world.countPosts()).toBe(before)
    await page.getByRole('button', { name: 'Resume' }).click()
    await page.getByRole('heading', { name: 'Running' }).waitFor()
    await world.tuitbot.ctx.gateway.executeApproved()
    expect(world.countPosts()).toBe(before + 1)
    await closeTab(page)
  })

  test('what X holds up is at the top, with why and when it is tried again, until it is taken back', async () => {
    const page = await logIn()
    await page.getByRole('heading', { name: 'Running' }).waitFor()
    const limited = { kind: 'status', status: 429, when: 'before', resetSeconds: 5 } as const
    const isOver = new Promise((resolve) => setTimeout(resolve, 6_000))
    world.x.fault({ method: 'POST', path: '/2/tweets', fault: limited })
    await page.getByRole('button', { name: 'Approve', exact: true }).first().click()
    await page.getByRole('heading', { name: 'Held up' }).waitFor()
    const strip = page.getByRole('region', { name: 'Pause' })
    await strip
      .getByText(/^Sending #\d+ fails: .*X.* It is tried again within a minute\.$/)
      .waitFor()
    expect(await listViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Take back' }).click()
    await page.getByRole('heading', { name: 'Running' }).waitFor()
    await isOver
    await closeTab(page)
  })

  test('what hides in a text is counted, and no name or reason turns the words beside it', async () => {
    const { ctx, account } = world.tuitbot
    const asked = await publish(
      ctx,
      { kind: 'agent', id: 'cl\u202eaude' },
      { account, text: 'Mine.' },
    )
    const id = asked.kind === 'needs_approval' ? asked.queueId : 0
    const by = { kind: 'person', id: 'be\u2066n' } as const
    await addNote(ctx, { id, by, note: 'not\u202eed\u200b' })
    await pause(ctx, { by, reason: 'lun\u202ech' })
    const page = await logIn()
    await page.getByRole('heading', { name: 'Paused. Nothing leaves.' }).waitFor()
    await page.getByText('Hidden characters, shown by their numbers: 1').first().waitFor()
    const card = page.getByRole('article').filter({ hasText: 'Mine.' })
    await card.getByRole('list', { name: 'Notes' }).getByText('U+202E').waitFor()

    expect(await listTurned(page)).toEqual([])
    expect(await listViolations(page)).toEqual([])
    await ctx.gateway.resume({ by, reason: 'done' })
    await closeTab(page)
  })

  test('on a phone a notice lies over the head of the page alone, and can be sent away', async () => {
    const page = await logIn({ viewport: { width: 390, height: 780 } })
    await page.getByRole('button', { name: 'Reject' }).first().click()
    await page
      .getByRole('form', { name: 'Reject this?' })
      .getByText('Reject', { exact: true })
      .click()
    const close = page.getByRole('status').getByRole('button', { name: 'Close' })
    await close.waitFor()
    const notice = await page.locator('.notice').boundingBox()
    const head = await page.getByRole('banner').boundingBox()
    expect(notice && notice.y + notice.height).toBeLessThanOrEqual(head?.height ?? 0)
    await close.click()
    await close.waitFor({ state: 'detached' })
    await closeTab(page)
  })

  test('everything can be done from the keyboard', async () => {
    const page = await logIn()
    const before = world.countPosts()
    const second = await page.getByRole('article').nth(1).innerText()
    await page.keyboard.press('j')
    await page.keyboard.press('e')
    await page.getByLabel('Text of the post').waitFor()
    await page.keyboard.type('aekr?')
    await page.keyboard.press('Escape')
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keys' }).waitFor()
    await page.keyboard.press('a')
    await page.keyboard.press('Escape')
    await page.keyboard.press('k')
    await page.keyboard.press('r')
    await page.getByText('Reject this?').waitFor()
    expect(await listViolations(page)).toEqual([])
    await page.keyboard.press('Escape')
    expect(world.countPosts()).toBe(before)

    await page.keyboard.press('j')
    expect(await page.locator(':focus').innerText()).toBe(second)
    // A key that is held down repeats itself.
    for (let time = 0; time < 5; time += 1) await page.keyboard.down('a')
    await page.keyboard.up('a')
    const posted = page.getByRole('status').getByText('Posted.')
    await posted.waitFor()
    await page.keyboard.press('k')
    await posted.waitFor(GONE_AT_ONCE)
    await page.keyboard.press('u')
    await page.getByRole('status').getByText('The post is gone from X').waitFor()
    expect(world.countPosts()).toBe(before + 1)
    await closeTab(page)
  })

  test('a reason begins with any letter, and none of them decides', async () => {
    const page = await logIn()
    const before = world.countPosts()
    const title = page.getByRole('heading', { name: 'Waiting for you' })
    await page.keyboard.press('r')
    const form = page.getByRole('form', { name: 'Reject this?' })
    await form.waitFor()
    await page.keyboard.type('a moment too early, and not our tone')
    expect(await form.getByLabel('Why not').inputValue()).toBe(
      'a moment too early, and not our tone',
    )
    await form.getByRole('button', { name: 'Reject' }).focus()
    await page.keyboard.press('a')
    await title.click() // nothing has the focus now
    await page.keyboard.press('a')
    await page.keyboard.press('e')
    expect(await form.count()).toBe(1)
    await form.getByLabel('Why not').press('Enter')
    await page.getByRole('status').getByText('Rejected').waitFor()
    // What a person has said stays as it was written.
    await page.getByText('a moment too early, and not our tone', { exact: true }).waitFor()
    expect(world.countPosts()).toBe(before)
    await closeTab(page)
  })

  test('a page that hears nothing more does not say that Tuitbot runs', async () => {
    const page = await openTab()
    await page.route('**/api/events', (route) => route.fulfill({ status: 401 }))
    await page.goto(world.linkUrl())
    await page.getByRole('heading', { name: 'Not connected' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Running' }).count()).toBe(0)
    expect(await listViolations(page)).toEqual([])
    await page.unroute('**/api/events')
    await page.getByRole('heading', { name: 'Running' }).waitFor()
    await closeTab(page)
  })

  test('one writes a post, sees how it will look and what it costs, and posts it', async () => {
    const page = await logIn()
    await page.keyboard.press('n')
    const field = page.getByLabel('Text of the post')
    await field.fill('x'.repeat(281))
    await page.getByText('Too long by 1').waitFor()
    await field.fill('Notes at https://example.com/notes #buildinpublic')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('This is how it will look').waitFor()
    expect(await listViolations(page)).toEqual([])
    const before = world.countPosts()
    await page.getByRole('button', { name: 'Post now for $0.20' }).click()
    await page.getByRole('status').getByText('Posted.').waitFor()
    expect(world.countPosts()).toBe(before + 1)
    await page.getByRole('heading', { name: 'What happened' }).click()
    await page.locator('.notice').waitFor(GONE_AT_ONCE)
    await closeTab(page)
  })

  test('a card can be noted and put off, and comes back when it is asked for', async () => {
    const page = await logIn()
    await page.keyboard.press('m')
    const card = page.getByRole('article').first()
    await card.getByLabel('Note').fill('ask Ben first')
    await card.getByRole('button', { name: 'Keep the note' }).click()
    await card.getByRole('list', { name: 'Notes' }).getByText('ask Ben first').waitFor()
    expect(await listViolations(page)).toEqual([])
    const before = await page.getByRole('article').count()
    await card.getByRole('button', { name: 'In an hour' }).click()
    await page.getByRole('button', { name: 'Show 1 put off until later' }).click()
    const later = page.getByRole('article').filter({ hasText: 'ask Ben first' })
    await later.getByText('Put off until').waitFor()
    expect(await page.getByRole('article').count()).toBe(before)
    await closeTab(page)
  })

  test('several are picked and rejected together, and each says what came of it', async () => {
    const page = await logIn()
    const before = world.countPosts()
    await askAsAgent('Pick me.')
    await askAsAgent('And me?')
    for (const text of ['Pick me.', 'And me?']) {
      await page.getByRole('article').filter({ hasText: text }).getByRole('checkbox').check()
    }
    expect(await listViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Reject 2' }).click()
    const bar = page.getByRole('region', { name: 'Several at once' })
    await bar.getByText('Rejected').nth(1).waitFor()
    const told = await bar.getByRole('listitem').allInnerTexts()
    expect(told.toSorted()).toEqual(['Rejected\nNew post: And me?', 'Rejected\nNew post: Pick me.'])
    expect(world.countPosts()).toBe(before)
    await closeTab(page)
  })

  test('posts like one that waits are allowed ahead, and stopped', async () => {
    const page = await logIn()
    const before = world.countPosts()
    await askAsAgent('Week one, in a sentence.')
    const card = page.getByRole('article').filter({ hasText: 'Week one' })
    await card.getByRole('button', { name: 'More' }).click()
    await card.getByLabel('How many more').fill('2')
    await card.getByRole('button', { name: 'Approve and allow' }).click()
    await page.getByText('2 more until').waitFor()
    expect(await askAsAgent('Another week, and another sentence!')).toBe('executed')
    await page.getByText('You had allowed it ahead').waitFor()
    await page.getByText('1 more until').waitFor()
    expect(await listViolations(page)).toEqual([])
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('heading', { name: 'Allowed ahead' }).waitFor({ state: 'detached' })
    expect(world.countPosts()).toBe(before + 2)
    await closeTab(page)
  })

  test('a link shows one post and decides about it by a button, without a session', async () => {
    const page = await openTab({ colorScheme: 'dark' })
    const before = world.countPosts()
    await askAsAgent('By a link from a chat.')
    const { ctx, account, links } = world.tuitbot
    const [waiting] = await ctx.gateway.list({ account, states: ['awaiting_approval'], limit: 1 })
    const { pathname } = new URL((await links.make(waiting?.queueId ?? 0)).url)
    await page.goto(`${world.url}${pathname}`)
    await page.getByText('By a link from a chat.').waitFor()
    expect(world.countPosts()).toBe(before)
    await page.getByRole('button', { name: 'Approve' }).click()
    await page.getByRole('status').getByText('Posted.').waitFor()
    expect(await listViolations(page)).toEqual([])
    expect(world.countPosts()).toBe(before + 1)
    await closeTab(page)
  })

  test('another page of this very machine, in the same browser, changes and reads nothing', async () => {
    const page = await logIn()
    await using stranger = await serveBlank()
    await page.goto(stranger.url)
    const trials = [
      `fetch('${world.url}/api/pause', { method: 'POST', mode: 'no-cors', credentials: 'include' })`,
      `fetch('${world.url}/api/pause', { method: 'POST', credentials: 'include', headers: { 'x-tuitbot': '1' } })`,
      `fetch('${world.url}/api/status', { credentials: 'include' }).then((answer) => answer.text())`,
    ]
    const answers = await Promise.all(
      trials.map((trial) =>
        page.evaluate(`${trial}.then((value) => typeof value, () => 'refused')`),
      ),
    )
    expect(answers).toEqual(['refused', 'refused', 'refused'])
    await page.evaluate(`{
      const form = document.createElement('form')
      Object.assign(form, { method: 'post', action: '${world.url}/api/pause' })
      document.body.append(form)
      form.submit()
    }`)
    await page.getByText('foreign_origin').waitFor()
    expect(await world.tuitbot.ctx.gateway.control('alice')).toMatchObject({ paused: false })
    // The browser complains of each refusal, and of the icon that the refused answer does not have.
    await page.context().close()
    complaints.length = 0
  })

  test('what strangers write is text, whatever it looks like', async () => {
    const page = await logIn()
    const card = page.getByRole('article').filter({ hasText: '<svg onload=alert(1)>' })
    await card.waitFor()
    expect(await card.getByText('U+202E').count()).toBe(1)
    expect(await page.title()).toMatch(/^\(\d+\) Tuitbot$/)
    await closeTab(page)
  })

  test.for([
    { width: 360, colorScheme: 'dark', other: 'light' },
    { width: 1440, colorScheme: 'light', other: 'dark' },
  ] as const)(
    'at $width pixels it fits, begins $colorScheme, and remembers $other',
    async (look) => {
      const { width, colorScheme, other } = look
      const page = await logIn({ colorScheme, viewport: { width, height: 800 } })
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width)
      expect(await listViolations(page)).toEqual([])
      await page.getByRole('button', { name: `Use the ${other} theme` }).click()
      await page.reload()
      await page.getByRole('button', { name: `Use the ${colorScheme} theme` }).waitFor()
      expect(await page.evaluate('document.documentElement.dataset.theme')).toBe(other)
      await closeTab(page)
    },
  )
})

/** What becomes at once of what an agent wants to post. */
async function askAsAgent(text: string): Promise<string> {
  const { ctx, account } = world.tuitbot
  return (await publish(ctx, { kind: 'agent', id: 'claude' }, { account, text })).kind
}

async function openTab(options: BrowserContextOptions = {}): Promise<Page> {
  const context = await browser.newContext({ locale: 'en-US', reducedMotion: 'reduce', ...options })
  context.setDefaultTimeout(20_000)
  context.on('weberror', (error) => complaints.push(String(error.error())))
  context.on('console', (message) => {
    const text = message.text()
    // A tab that is not logged in, and one that comes too late, are told so; the browser says that too.
    const isAnswer = /status of (?:401|409)/.test(text)
    if (message.type() === 'error' && !isAnswer) complaints.push(text)
  })
  return context.newPage()
}

async function logIn(options: BrowserContextOptions = {}): Promise<Page> {
  const page = await openTab(options)
  await page.goto(world.linkUrl())
  await page.getByText('Live', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Approve' }).first().waitFor()
  return page
}

/** Nothing went wrong in it that nobody has seen. */
async function closeTab(page: Page): Promise<void> {
  await page.context().close()
  expect(complaints.splice(0)).toEqual([])
}
