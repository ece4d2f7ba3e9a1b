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
    expect.stringMatching(/^#\d+ {2}posted: \d+$/),
    `#${ids[1]}  rejected: this was decided before`,
    expect.stringMatching(/^#\d+ {2}posted: \d+$/),
    '',
  ])
  expect(home.countPosts()).toBe(2)
})

test('what is put off is not listed until then, and a note is kept with it', async () => {
  await using home = await openSmallHome()
  const [id = 0] = await ask(home, 'Later.')

  expect(await home.command('approvals', 'note', `${id}`, 'ask Ben')).toMatchObject({
    code: 0,
  })
  expect(await home.command('approvals', 'snooze', `${id}`, '2h')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^#\d+ {2}put off until .* UTC\n$/),
  })
  expect((await home.command('approvals', 'list')).out).toBe(
    'Nothing waits for you.\n1 put off until later: add --all to see them\n',
  )
  expect((await home.command('approvals', 'list', '--all')).out).toContain('Later.')
  const { out } = await home.command('approvals', 'show', `${id}`)
  expect(out).toMatch(/ {2}noted {5}by owner, .*: ask Ben\n {2}put off {3}until /)
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
    /^10 more until .*: posts that an agent asks for, without mentions, without media, for at most \$0\.015 each\n/,
  )
  expect(await ask(home, 'Allowed.')).toEqual([0])
  expect(home.countPosts()).toBe(1)
  expect((await home.command('activity')).out).toContain('you had allowed it ahead')
  const { out } = await home.command('grants', 'list')
  const revoke = /tuitbot (grants revoke \S+)]/.exec(out)?.[1]?.split(' ') ?? []
  expect(out).toMatch(/^9 more/)
  expect(await home.command(...revoke)).toMatchObject({ code: 0 })
  expect((await home.command('grants', 'list')).out).toBe('Nothing is allowed ahead.\n')
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
    err: `#${id} waits no longer: posted\n`,
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
    `MIND  approved       #${id} has not gone out: a limit holds it, or it was changed in the database`,
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
