import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { putCursor } from '../../src/storage/cursors.js'
import { sql } from '../../src/storage/database.js'
import { keysFromText } from '../../src/storage/master-key.js'
import { createSecretBox } from '../../src/storage/secret-box.js'
import { createTokenStore } from '../../src/storage/token-store.js'
import { VERSION } from '../../src/version.js'
import { approve } from '../../src/workflow/decide.js'
import { listActivity } from '../../src/workflow/list-activity.js'
import { publish } from '../../src/workflow/publish.js'
import { ACCOUNT, AGENT, ANN, createSmallTuitbot, type SmallTuitbot } from './small-tuitbot.js'

const UNATTENDED = { TUITBOT_APPROVAL_MODE: 'false' }

test('on a new account nothing has changed, nor when it is opened again', async () => {
  await using world = await createSmallTuitbot(UNATTENDED)

  expect(await say(world, 'One.')).toMatchObject({ kind: 'executed' })
  await world.open()
  expect(await say(world, 'Two.')).toMatchObject({ kind: 'executed' })
})

test('who only looks notes no change; who acts does', async () => {
  await using world = await createSmallTuitbot(UNATTENDED)
  const { config } = world.tuitbot.ctx
  const other = { ...config, limits: { ...config.limits, maxTweetsPerDay: 9 } }
  const listNotes = async () =>
    (await listActivity(world.tuitbot.ctx, ACCOUNT)).filter(({ word }) => word === 'note')

  await world.open({ config: other, onlyLooks: true })
  await world.open()
  expect(await listNotes()).toEqual([])
  await world.open({ config: other })
  expect(await listNotes()).toMatchObject([{ text: expect.stringContaining('rules or limits') }])
})

test.each<[string, string, (world: SmallTuitbot) => Promise<unknown>]>([
  [
    'an update',
    `Tuitbot was updated to ${VERSION}`,
    ({ tuitbot }) => tuitbot.ctx.db.write((db) => putCursor(db, ACCOUNT, 'seen:version', '0.9.0')),
  ],
  [
    'an update from before this was watched',
    `Tuitbot was updated to ${VERSION}`,
    ({ tuitbot }) => tuitbot.ctx.db.write((db) => db.run(sql.deleteFrom('cursor'))),
  ],
  [
    'a new login',
    'you have logged in to X anew',
    ({ tuitbot }) => {
      const box = createSecretBox(keysFromText(randomBytes(32).toString('base64')))
      const grant = { accessToken: 'new', expiresAt: 1, scopes: [] }
      return createTokenStore(tuitbot.ctx.db, box).replace(ACCOUNT, grant, 0)
    },
  ],
])('after %s a person sees the next three posts', async (_what, reason, change) => {
  await using world = await createSmallTuitbot(UNATTENDED)
  await change(world)
  const { ctx } = await world.open()

  for (const text of ['Morning.', 'Noon?', 'Evening!']) {
    const asked = await say(world, text)
    expect(asked).toMatchObject({
      kind: 'needs_approval',
      rule: 'first-changes',
      reason: expect.stringContaining('a person sees the next'),
    })
    await approve(ctx, { id: asked.kind === 'needs_approval' ? asked.queueId : 0, by: ANN })
  }
  expect(await say(world, 'Good night, all of you.')).toMatchObject({ kind: 'executed' })
  const notes = (await listActivity(ctx, ACCOUNT)).filter(({ word }) => word === 'note')
  expect(notes.map(({ text }) => text)).toEqual([
    `${reason}: you see the next 3 changes before they go out`,
  ])
})

test('rules that became laxer hold after three posts that a person has seen', async () => {
  await using world = await createSmallTuitbot()
  const { config } = world.tuitbot.ctx
  const laxer = await world.open({ config: { ...config, approvalMode: false } })

  expect(await say({ ...world, tuitbot: laxer }, 'By itself?')).toMatchObject({
    kind: 'needs_approval',
    rule: 'first-changes',
  })
})

test('who does not want it says so', async () => {
  await using world = await createSmallTuitbot({
    ...UNATTENDED,
    TUITBOT_APPROVALS__FIRST_CHANGES: '0',
  })
  await world.tuitbot.ctx.db.write((db) => putCursor(db, ACCOUNT, 'seen:version', '0.9.0'))
  await world.open()

  expect(await say(world, 'At once.')).toMatchObject({ kind: 'executed' })
})

function say({ tuitbot }: SmallTuitbot, text: string) {
  return publish(tuitbot.ctx, AGENT, { account: ACCOUNT, text })
}
