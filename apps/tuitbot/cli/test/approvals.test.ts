import { DatabaseSync } from '@photostructure/sqlite'
import { publish } from '@tuitbot/core'
import { createApp, createLogin } from '@tuitbot/server'
import { expect, test } from 'vitest'
import { openSmallHome, type SmallHome } from './small-home.js'

test('several are decided at once, and each says what came of it', async () => {
  await using home = await openSmallHome()
  const ids = await ask(home, 'One.', 'Two?', 'Three!')
  await home.command('approvals', 'reject', String(ids[1]))

  const { code, out } = await home.command('approvals', 'approve', ...ids.map(String))

  expect(code).toBe(1)
  expect(out.split('\n')).toEqual([
    expect.stringMatching(/^#\d+ {2}posted: (\d+) {2}\[tuitbot undo \1\]$/),
    `#${ids[1]}  already rejected; nothing was changed`,
    expect.stringMatching(/^#\d+ {2}posted: (\d+) {2}\[tuitbot undo \1\]$/),
    '',
  ])
  expect(home.countPosts()).toBe(2)
})

test('a decision after which nothing went out is a failure, and the card says why', async () => {
  await using home = await openSmallHome()
  const [first = 0, second = 0, third = 0] = await ask(home, 'One.', 'Two?', 'Three!')
  const fault = { kind: 'status', status: 403, when: 'before' } as const
  home.x.fault({ method: 'POST', path: '/2/tweets', times: 2, fault })

  const said = await home.command('approvals', 'approve', `${first}`)
  expect(said).toMatchObject({ code: 1, out: expect.stringMatching(/^#\d+ {2}failed: ./) })
  expect((await home.command('approvals', 'show', `${first}`)).out.split('\n')[0]).toBe(
    said.out.trimEnd(),
  )
  expect(await home.command('approvals', 'approve', `${second}`, `${third}`)).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^#\d+ {2}failed: .*\n#\d+ {2}posted/),
  })
})

test('what is approved during a pause is no failure: it goes out later', async () => {
  await using home = await openSmallHome()
  const [first = 0, second = 0] = await ask(home, 'One.', 'Two?')
  await home.command('pause', 'lunch')

  expect(await home.command('approvals', 'approve', `${first}`)).toMatchObject({
    code: 0,
    out: `#${first}  on its way: it goes out when you resume
  tuitbot resume lets things leave again
  tuitbot approvals reject ${first} takes it back
`,
  })
  expect(await home.command('approvals', 'reject', `${second}`)).toMatchObject({ code: 0 })
})

test('what was approved during a pause can be taken back until it leaves', async () => {
  await using home = await openSmallHome()
  const [id = 0] = await ask(home, 'One.')
  await home.command('pause', 'lunch')
  await home.command('approvals', 'approve', `${id}`)

  expect((await home.command('activity')).out).toContain(
    `on its way      One.  [tuitbot approvals reject ${id}]`,
  )
  expect(await home.command('approvals', 'reject', `${id}`, '--note', 'not now')).toMatchObject({
    code: 0,
    out: `#${id}  rejected\n`,
  })
  await home.command('resume')
  expect(home.countPosts()).toBe(0)
  expect((await home.command('activity')).out).toContain('rejected        One.  — not now')
  expect((await home.command('approvals', 'show', `${id}`)).out).toMatch(/^#\d+ {2}rejected\n/)
})

test('what was approved during a pause leaves with the pause, and resume says so', async () => {
  await using home = await openSmallHome()
  const [id = 0] = await ask(home, 'One.')
  await home.command('pause', 'lunch')
  await home.command('approvals', 'approve', `${id}`)

  expect(await home.command('resume')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^On again: what you approve leaves\.\n#\d+ {2}posted: \d+ .*\n$/),
  })
  expect(home.countPosts()).toBe(1)
  expect((await home.command('resume')).out).toBe('Nothing was paused.\n')
})

test('a pause that ends with something that cannot be sent is no success', async () => {
  await using home = await openSmallHome()
  const [first = 0, second = 0] = await ask(home, 'One.', 'Two?')
  await home.command('pause', 'lunch')
  await home.command('approvals', 'approve', `${first}`, `${second}`)
  const fault = { kind: 'status', status: 403, when: 'before' } as const
  home.x.fault({ method: 'POST', path: '/2/tweets', times: 1, fault })

  expect(await home.command('resume')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/^On again: .*\n#\d+ {2}failed: .*\n#\d+ {2}posted/),
  })
})

test('what X cannot take now is tried again, and the terminal says so', async () => {
  await using home = await openSmallHome()
  const [id = 0] = await ask(home, 'One.')
  home.x.fault({
    method: 'POST',
    path: '/2/tweets',
    fault: { kind: 'status', status: 429, when: 'before', resetSeconds: 600 },
  })

  const approved = await home.command('approvals', 'approve', `${id}`)

  const why = 'it could not be sent yet, and will be tried again: '
  expect(approved.code).toBe(0)
  expect(approved.out).toContain(`#${id}  on its way: ${why}`)
  expect(approved.out).toContain(`tuitbot approvals reject ${id} takes it back\n`)
  expect((await home.command('activity')).out).toContain(`on its way      One.  — ${why}`)
  expect((await home.command('approvals', 'show', `${id}`)).out).toMatch(/^#\d+ {2}on its way: /)
  expect((await home.command('doctor')).out).toContain(`approved       #${id}: ${why}`)
  expect(home.countPosts()).toBe(0)
})

test('of what is over already it is said that nothing was changed', async () => {
  await using home = await openSmallHome()
  const [id = 0] = await ask(home, 'Once.')
  await home.command('approvals', 'approve', `${id}`)

  for (const words of [['reject'], ['approve'], ['note', 'late'], ['edit', 'Twice.']]) {
    const [verb = '', ...rest] = words
    expect(await home.command('approvals', verb, `${id}`, ...rest)).toMatchObject({
      code: 1,
      out: `#${id}  already posted; nothing was changed\n`,
    })
  }
})

test('who is waited for after a note or an edit is said as it is', async () => {
  await using home = await openSmallHome({
    TUITBOT_PEOPLE__OTHERS: 'ben',
    TUITBOT_APPROVALS__FOUR_EYES: 'true',
  })
  const [id = 0] = await ask(home, 'By four eyes.')

  expect((await home.command('approvals', 'note', `${id}`, 'mine')).out).toBe(
    `#${id}  noted, and waiting for you\n`,
  )
  expect((await home.command('approvals', 'edit', `${id}`, 'My own words.')).out).toBe(
    `#${id}  edited, and waiting for others: ben decides\n`,
  )
  expect((await home.command('approvals', 'note', `${id}`, 'theirs')).out).toBe(
    `#${id}  noted, and waiting for others: ben decides\n`,
  )
})

test('of a number under which nothing waits it is said where the numbers are', async () => {
  await using home = await openSmallHome()
  const [id = 0] = await ask(home, 'Still here.')
  const hint = 'tuitbot approvals list shows what waits\n'

  for (const words of [
    ['show'],
    ['approve'],
    ['grant'],
    ['link'],
    ['note', 'x'],
    ['snooze', '2h'],
  ]) {
    const [verb = '', ...rest] = words
    expect(await home.command('approvals', verb, '999', ...rest)).toMatchObject({
      code: 1,
      err: `there is no approval 999\n${hint}`,
    })
  }
  expect(await home.command('approvals', 'approve', `${id}`, '999')).toMatchObject({
    code: 1,
    err: `there is no approval 999, so nothing was decided\n${hint}`,
  })
  expect(home.countPosts()).toBe(0)
})

test('a card says when it runs out, for as long as it waits', async () => {
  await using home = await openSmallHome()
  const [id = 0] = await ask(home, 'In time.')
  const runsOut = /^ {2}runs out {2}\d{4}-\d\d-\d\d \d\d:\d\d UTC$/m

  expect((await home.command('approvals', 'show', `${id}`)).out).toMatch(runsOut)
  await home.command('approvals', 'reject', `${id}`)
  expect((await home.command('approvals', 'show', `${id}`)).out).not.toMatch(runsOut)
})

test('what is put off is not listed until then, and a note is kept with it', async () => {
  await using home = await openSmallHome()
  const [id = 0] = await ask(home, 'Later.')

  expect(await home.command('approvals', 'note', `${id}`, 'ask Ben')).toMatchObject({
    code: 0,
  })
  expect(await home.command('approvals', 'snooze', `${id}`, '2h')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^#\d+ {2}put off until [-\d]+ [:\d]+ \S+\n$/),
  })
  expect((await home.command('approvals', 'list')).out).toBe(
    'Nothing waits for you.\n1 put off until later: add --all to see them\n',
  )
  expect((await home.command('approvals', 'list', '--all')).out).toContain('Later.')
  const { out } = await home.command('approvals', 'show', `${id}`)
  expect(out).toMatch(
    / {2}noted {5}by owner, [-\d]+ [:\d]+ UTC: ask Ben\n {2}put off {3}until [-\d]+ [:\d]+ UTC\n/,
  )
  expect(await home.command('approvals', 'snooze', `${id}`, 'soon')).toMatchObject({
    code: 1,
    err: expect.stringContaining('soon is no time'),
  })
})

test('ten more like it are allowed ahead, listed, and taken back', async () => {
  await using home = await openSmallHome()
  const [id = 0] = await ask(home, 'A note of mine.')

  const granted = await home.command('approvals', 'grant', `${id}`, '--until', 'fri')
  expect(granted.out).toMatch(
    /^10 more until \d{4}-\d\d-\d\d \d\d:\d\d UTC: posts that an agent asks for, without mentions, without media, for at most \$0\.015 each\n/,
  )
  expect(granted.out).toContain(`  #${id} itself still waits: tuitbot approvals approve ${id}\n`)
  expect((await home.command('doctor')).out).toMatch(/^ok +ahead +\d+ posts? may leave unseen/m)
  expect(await ask(home, 'Allowed.')).toEqual([0])
  expect(home.countPosts()).toBe(1)
  expect((await home.command('activity')).out).toContain('you had allowed it ahead')
  const { out } = await home.command('grants', 'list')
  const revoke = /tuitbot (grants revoke \S+)]/.exec(out)?.[1]?.split(' ') ?? []
  expect(out).toMatch(/^9 more/)
  expect(await home.command(...revoke)).toMatchObject({ code: 0 })
  expect((await home.command('grants', 'list')).out).toBe('Nothing is allowed ahead.\n')
})

test('what was decided before more like it are allowed is not said to wait', async () => {
  await using home = await openSmallHome()
  const [id = 0] = await ask(home, 'Gone.')
  await home.command('approvals', 'approve', `${id}`)

  expect((await home.command('approvals', 'grant', `${id}`)).out).not.toContain('still waits')
})

test('of a grant that is none it is said where they are', async () => {
  await using home = await openSmallHome()

  expect(await home.command('grants', 'revoke', 'nope')).toMatchObject({
    code: 1,
    out: expect.stringMatching(/has no grant nope\n {2}tuitbot grants list shows/),
  })
})

test('a printed link leads to where the page is, and decides there', async () => {
  await using home = await openSmallHome()
  const { tuitbot } = home
  const [id = 0] = await ask(home, 'By a link.')
  const app = createApp({ tuitbot, login: createLogin(tuitbot) })

  const { out } = await home.command('approvals', 'link', `${id}`)
  expect(out).toMatch(/^http:\/\/127\.0\.0\.1:3001\/decide\/\S+\nGood once, on this machine, until/)
  const headers = { host: '127.0.0.1:3001' }
  const body = new URLSearchParams({ decision: 'approve' })
  const path = new URL(out.split('\n')[0] ?? '').pathname
  const answer = await app.request(path, { method: 'POST', headers, body })

  expect(await answer.text()).toContain('Posted.')
  expect(home.countPosts()).toBe(1)
  expect(await home.command('approvals', 'link', `${id}`)).toMatchObject({
    code: 1,
    err: `#${id} waits no longer: posted\ntuitbot approvals list shows what waits\n`,
  })
})

test('an approval that was changed in the database runs nothing, and the doctor minds it', async () => {
  await using home = await openSmallHome()
  const [id = 0] = await ask(home, 'As approved.')
  await home.command('pause')
  await home.command('approvals', 'approve', `${id}`)
  const beside = new DatabaseSync(home.tuitbot.ctx.config.storage.dbPath)
  beside.exec(`update gateway_intent set decided_by = 'bob' where queue_id = ${id}`)
  beside.close()
  await home.command('resume')
  await home.tuitbot.ctx.gateway.executeApproved()

  expect(home.countPosts()).toBe(0)
  expect((await home.command('doctor')).out).toContain(
    `MIND  approved       #${id}: it has not gone out: a limit holds it, or it was changed in the database`,
  )
})

test('resume lets an account go on that has stopped by itself', async () => {
  await using home = await openSmallHome()
  const { ctx, account } = home.tuitbot
  await ctx.gateway.pause({ account, by: { kind: 'loop', id: 'breaker' }, reason: 'too many' })
  expect((await home.command('post', 'Now?', '--yes')).out).toContain('too many')

  await home.command('resume')

  expect((await home.command('post', 'Now.', '--yes')).out).toMatch(/^posted/)
})

/** The numbers under which an agent's posts wait; 0 for what did not. */
async function ask({ tuitbot }: SmallHome, ...texts: readonly string[]): Promise<number[]> {
  const ids: number[] = []
  for (const text of texts) {
    const { ctx, account } = tuitbot
    const asked = await publish(ctx, { kind: 'agent', id: 'claude' }, { account, text })
    ids.push(asked.kind === 'needs_approval' ? asked.queueId : 0)
  }
  return ids
}
