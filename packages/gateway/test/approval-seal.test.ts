import { randomBytes } from 'node:crypto'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { contentDigest, toCanonical } from '../src/canonical.js'
import {
  effect,
  operation,
  rulesPolicy,
  spendPermit,
  type ApprovalKeys,
  type GatewayOptions,
} from '../src/index.js'
import { createSmallWorld, PERSON } from './harness/small-world.js'

const ASK = rulesPolicy([{ id: 'ask', action: 'require_approval', repeat: true }])
const KEYS: ApprovalKeys = { current: 'k1', keys: new Map([['k1', randomBytes(32)]]) }
const BY = { principal: PERSON }
const MALLORY = { text: 'gm', to: 'mallory' }
const CONTENT = contentDigest('greet', 'alice', toCanonical(MALLORY))

test('what a gateway approved it executes', async () => {
  await using world = await openWorld()
  await world.gateway.approve(world.id, BY)

  expect(await world.gateway.execute(world.id)).toMatchObject({ kind: 'executed' })
})

test.each([
  ['arguments that do not tell two requests apart', `args_json = '${JSON.stringify(MALLORY)}'`],
  ['all arguments', `args_json = '{"text":"buy","to":"ann"}'`],
  ['who approved', `decided_by = 'mallory'`],
  ['until when', 'expires_at = expires_at + 1'],
  ['the seal', `seal = 'none.' || substr(seal, 4)`],
])('an approval of which someone has changed %s is none', async (_, change) => {
  await using world = await openWorld({ approvalKeys: KEYS })
  await world.gateway.approve(world.id, BY)
  await world.write(change)

  expect(await world.gateway.execute(world.id)).toMatchObject({ code: 'not_approved' })
  expect(world.sent).toEqual([])
})

test('who can write to the database, and works everything out anew, cannot approve', async () => {
  for (const change of [
    `state = 'approved', decided_by = 'ann'`,
    `state = 'approved', args_json = '${JSON.stringify(MALLORY)}', content = '${CONTENT}'`,
  ]) {
    await using world = await openWorld({ approvalKeys: KEYS })
    await world.write(change)

    expect(await world.gateway.execute(world.id)).toMatchObject({ code: 'not_approved' })
    expect(world.sent).toEqual([])
  }
})

test('another key approves nothing, and one on its way out still counts', async () => {
  const later = { current: 'k2', keys: new Map([...KEYS.keys, ['k2', randomBytes(32)]]) }
  const theirs = { current: 'k1', keys: new Map([['k1', randomBytes(32)]]) }
  await using world = await openWorld({ approvalKeys: KEYS })
  await world.gateway.approve(world.id, BY)

  const refused = await world.open({ approvalKeys: theirs }).gateway.execute(world.id)
  expect(refused).toMatchObject({ code: 'not_approved' })
  const done = await world.open({ approvalKeys: later }).gateway.execute(world.id)
  expect(done).toMatchObject({ kind: 'executed' })
})

/** A world in which one greeting waits for approval; only its text tells it from others. */
async function openWorld(options: Partial<GatewayOptions> = {}) {
  const sent: unknown[] = []
  const greet = operation({ name: 'greet', input: z.object({ text: z.string(), to: z.string() }) })
  const greeting = effect({
    operation: greet,
    class: 'create',
    identity: ({ text }) => ({ text }),
    encode: (args) => args,
    async send(permit, request) {
      spendPermit(permit, request)
      sent.push(request)
      return { kind: 'applied', value: null }
    },
  })
  const world = createSmallWorld({ policy: ASK, effects: [greeting], ...options })
  const args = { text: 'gm', to: 'ann' }
  const asked = await world.gateway.run({ ...world.post(''), operation: greet, args })
  if (asked.kind !== 'needs_approval') throw new Error(`it was ${asked.kind}`)
  const write = (change: string) =>
    world.store.writer.write((tx) =>
      tx.query(CompiledQuery.raw(`update gateway_intent set ${change}`)),
    )
  return { ...world, id: asked.intent, sent, write }
}
