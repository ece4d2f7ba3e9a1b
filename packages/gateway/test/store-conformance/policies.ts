import { expect, test } from 'vitest'
import { type ActivePolicy } from '../../src/index.js'
import { LIFTED_MS } from '../../src/policy-store.js'
import { type Store } from '../../src/store.js'
import {
  ALLOW,
  ANN,
  ASK,
  BOT,
  claimInput,
  DENY,
  dispatchInput,
  executeInput,
  kindsOf,
  leaseOf,
  REHEARSE,
  route,
  sendAndEnd,
  within,
} from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

const BY = { by: ANN, reason: 'as agreed' }

export function testPolicies(open: OpenStore): void {
  test('a store without a policy says so to whoever judges', async () => {
    await using world = await open()

    expect(await seenBy(world.store)).toMatchObject({ version: 0, text: undefined, lifted: false })
    expect(await world.store.activePolicy()).toMatchObject({ version: 0, text: undefined })
    expect(await world.store.listPolicies(10)).toEqual([])
  })

  test('from the activation on every claim finds the new policy, through whatever connection', async () => {
    await using world = await open()
    const other = world.again()
    expect(await seenBy(other, 'a')).toMatchObject({ version: 0 })

    expect(await world.store.activatePolicy({ text: '{"a":1}', ...BY })).toEqual({
      kind: 'activated',
      version: 1,
    })
    expect(await seenBy(other, 'b')).toMatchObject({ version: 1, text: '{"a":1}' })
    expect(await other.activatePolicy({ text: '{"a":2}', ...BY })).toMatchObject({ version: 2 })
    expect(await seenBy(world.store, 'c')).toMatchObject({ version: 2, text: '{"a":2}' })
    expect(await other.control('alice')).toMatchObject({ policyVersion: 2 })
  })

  test('dispatch, execution and edit find the policy of their own moment', async () => {
    await using world = await open()
    const { store } = world
    await store.activatePolicy({ text: '{"a":1}', ...BY })
    const lease = leaseOf(await store.claim(claimInput()))
    // The first is read, and known from then on.
    expect(await seenBy(store, 's')).toMatchObject({ text: '{"a":1}' })
    const waiting = await route(store, { content: 'w' })
    await store.activatePolicy({ text: '{"a":2}', ...BY })
    const seen: unknown[] = []
    const note = ({ version, text }: ActivePolicy) => seen.push([version, text])

    await store.dispatch(dispatchInput(lease, { judge: (active) => (note(active), ALLOW) }))
    await store.edit({
      intent: waiting,
      by: { principal: ANN },
      args: { text: 'gm!' },
      content: 'w!',
      slot: undefined,
      judge: (_intent, active) => (note(active), ASK),
    })
    await store.approve(waiting, { principal: ANN })
    await store.execute(
      executeInput(waiting, { judge: (_intent, active) => (note(active), ALLOW) }),
    )

    const latest = [2, '{"a":2}']
    expect(seen).toEqual([latest, latest, latest])
  })

  test('the policy that holds already is no new version', async () => {
    await using world = await open()
    for (const version of [1, 1, 2, 3]) {
      const text = version === 2 ? '{"b":1}' : '{"a":1}'
      expect(await world.store.activatePolicy({ text, ...BY })).toMatchObject({ version })
    }

    expect(await world.store.listPolicies(2)).toMatchObject([
      { version: 3, text: '{"a":1}', by: ANN, reason: 'as agreed' },
      { version: 2, text: '{"b":1}' },
    ])
    expect(await kindsOf(world.store, '*')).toEqual(['policy', 'policy', 'policy'])
  })

  test('who means to replace another version than the one that holds replaces none', async () => {
    await using world = await open()
    await world.store.activatePolicy({ text: '{"a":1}', ...BY, replaces: 0 })

    expect(await world.store.activatePolicy({ text: '{"a":2}', ...BY, replaces: 0 })).toEqual({
      kind: 'conflict',
      version: 1,
    })
    const both = await Promise.all(
      [world.store, world.again()].map((store, index) =>
        store.activatePolicy({ text: `{"b":${index}}`, ...BY, replaces: 1 }),
      ),
    )
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['activated', 'conflict'])
  })

  test('only a person changes the policy, or lifts it', async () => {
    await using world = await open()
    const by = { by: BOT, reason: 'please' }

    for (const tried of [
      await world.store.activatePolicy({ text: '{}', ...by }),
      await world.store.liftRules(by),
      await world.store.restoreRules(by),
    ]) {
      expect(tried).toMatchObject({ kind: 'denied', code: 'not_approved' })
    }
    expect(await world.store.control('alice')).toMatchObject({ policyVersion: 0 })
  })

  test('a version never changes, and one that was changed is not judged by', async () => {
    await using world = await open()
    await world.store.activatePolicy({ text: '{"a":1}', ...BY })
    await world.tamper(`update gateway_policy set text = '{"a":9}'`)

    await expect(world.again().claim(claimInput())).rejects.toMatchObject({ code: 'corrupt' })
  })

  test('rules are lifted for an hour, on record, and no longer', async () => {
    await using world = await open()
    await world.store.liftRules(BY)

    expect(await seenBy(world.again(), 'a')).toMatchObject({ lifted: true })
    await world.advance(LIFTED_MS - 1)
    expect(await seenBy(world.store, 'b')).toMatchObject({ lifted: true })
    await world.advance(1)
    expect(await seenBy(world.store, 'c')).toMatchObject({ lifted: false })
    await world.store.liftRules(BY)
    await world.store.restoreRules(BY)
    expect(await seenBy(world.store, 'd')).toMatchObject({ lifted: false })
    expect(await kindsOf(world.store, '*')).toEqual([
      'rules_lifted',
      'rules_lifted',
      'rules_restored',
    ])
  })

  test('the time that a policy is told is the transaction’s', async () => {
    await using world = await open()
    const before = (await seenBy(world.store, 'a'))?.at ?? 0
    await world.advance(90_000)

    expect(await seenBy(world.store, 'b')).toMatchObject({ at: before + 90_000 })
  })

  test('what was asked can be read again in order, with what was said to it', async () => {
    await using world = await open()
    const { store } = world
    await sendAndEnd(store, { content: 'a', labels: ['own'] })
    await world.advance(1_000)
    const [{ createdAt: since } = { createdAt: 0 }] = await store.listIntents({})
    for (const [content, judge] of [
      ['b', () => ({ ...DENY, version: 7 })],
      ['c', () => ASK],
      ['d', () => REHEARSE],
      ['e', within([{ dimension: 'post.create', max: 0, windowMs: 1 }]).judge],
    ] as const) {
      await store.claim(claimInput({ content }, { judge }))
    }
    await store.claim(claimInput({ account: 'bob' }))

    const all = await store.listRecorded({ since: 0, after: '', limit: 10 })
    expect(all.map(({ decision, rule, state }) => [decision, rule, state])).toEqual([
      ['allow', 'all', 'succeeded'],
      ['deny', 'never', 'denied'],
      ['ask', 'ask', 'awaiting_approval'],
      ['dry_run', 'rehearse', 'dry_run'],
      ['allow', 'limit:post.create', 'denied'],
      ['allow', 'all', 'claimed'],
    ])
    expect(all[0]).toMatchObject({ args: { text: 'gm' }, labels: ['own'], createdAt: since })
    const page = await store.listRecorded({
      since: since + 1,
      after: all[1]?.id ?? '',
      limit: 2,
      account: 'alice',
    })
    expect(page.map(({ decision }) => decision)).toEqual(['ask', 'dry_run'])
    const [denied] = await store.listIntents({ states: ['denied'], limit: 1, account: 'alice' })
    expect(denied).toMatchObject({ policyVersion: 0, rule: 'limit:post.create' })
  })
}

/** What a claim of its own is told of the policy. */
async function seenBy(store: Store, content = 'gm'): Promise<ActivePolicy | undefined> {
  let seen: ActivePolicy | undefined
  const judge = (active: ActivePolicy) => {
    seen = active
    return DENY
  }
  await store.claim(claimInput({ content }, { judge }))
  return seen
}
