import { expect, test } from 'vitest'
import { type Deciding } from '../../src/policy/deciding.js'
import { type Grant } from '../../src/approval-store.js'
import { type Principal } from '../../src/request.js'
import { type Store } from '../../src/store.js'
import {
  ALLOW,
  ANN,
  ASK,
  BOT,
  claimInput,
  kindsOf,
  route,
  sendInput,
  within,
} from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

const BEN = { kind: 'person', id: 'ben' } as const
const BY_ANN = { principal: ANN }
const BY_BEN = { principal: BEN }

const terms = (over: Partial<Deciding>) => () => ({
  fourEyes: false,
  approvers: undefined,
  quorum: 1,
  firstChanges: 0,
  ...over,
})

/** Who decides, how many of them, and what they did while it waited. */
export function testDeciders(open: OpenStore): void {
  test('only those with the role decide', async () => {
    await using world = await open()
    const id = await route(world.store)
    const onlyBen = terms({ approvers: ['ben'] })

    for (const decide of [world.store.approve, world.store.reject]) {
      expect(await decide(id, BY_ANN, onlyBen)).toMatchObject({
        kind: 'denied',
        code: 'not_approved',
        reason: expect.stringContaining('role'),
      })
    }
    expect(await edit(world.store, id, BY_ANN, onlyBen)).toMatchObject({ kind: 'denied' })
    expect(await world.store.approve(id, BY_BEN, onlyBen)).toMatchObject({ kind: 'decided' })
  })

  test('with four eyes, neither who asked nor who changed it last approves', async () => {
    await using world = await open()
    const fourEyes = terms({ fourEyes: true })
    const id = await route(world.store, { principal: ANN })

    expect(await world.store.approve(id, BY_ANN, fourEyes)).toMatchObject({ kind: 'denied' })
    await edit(world.store, id, BY_BEN, fourEyes)
    expect(await world.store.approve(id, BY_BEN, fourEyes)).toMatchObject({ kind: 'denied' })
    expect(await world.store.approve(id, BY_ANN, fourEyes)).toMatchObject({ kind: 'denied' })
    // What one has asked for, one may take back.
    expect(await world.store.reject(id, BY_ANN, fourEyes)).toMatchObject({ kind: 'decided' })
  })

  test('whoever asks decides at once only where one pair of eyes will do', async () => {
    await using world = await open()
    const confirmed = (content: string, deciding: Deciding) =>
      world.store.claim(
        claimInput(
          { content, principal: ANN, confirmed: true },
          { judge: () => ({ ...ASK, deciding }) },
        ),
      )

    expect(await confirmed('a', terms({})())).toMatchObject({ kind: 'claimed' })
    expect(await confirmed('b', terms({ fourEyes: true })())).toMatchObject({ kind: 'routed' })
    expect(await confirmed('c', terms({ quorum: 2 })())).toMatchObject({ kind: 'routed' })
    expect(await confirmed('d', terms({ approvers: ['ben'] })())).toMatchObject({ kind: 'routed' })
  })

  test('where two must approve, one person twice is not two, and an edit starts over', async () => {
    await using world = await open()
    const two = terms({ quorum: 2 })
    const id = await route(world.store)
    const stateOf = async () => (await world.store.findIntent(id))?.state

    await world.store.approve(id, BY_ANN, two)
    await world.store.approve(id, BY_ANN, two)
    expect(await stateOf()).toBe('awaiting_approval')
    await edit(world.store, id, BY_ANN, two)
    await world.store.approve(id, BY_BEN, two)
    expect(await stateOf()).toBe('awaiting_approval')
    await Promise.all([
      world.store.approve(id, BY_BEN, two),
      world.again().approve(id, BY_ANN, two),
    ])

    expect(await stateOf()).toBe('approved')
    const history = await world.store.history(id)
    expect(history.map(({ kind, by }) => `${kind} by ${by}`)).toEqual([
      'voted by ann',
      'edited by ann',
      'voted by ben',
    ])
    expect(history[1]).toMatchObject({ before: { text: 'gm' } })
  })

  test('notes are kept, and what is put off is listed again when its time has come', async () => {
    await using world = await open()
    const id = await route(world.store)
    const by = { principal: ANN, note: 'ask legal' }
    const listed = (awakeAt: number) =>
      world.store.listIntents({ states: ['awaiting_approval'], awakeAt })

    await world.store.remark({ intent: id, by })
    await world.store.remark({ intent: id, by, snoozeUntil: 5_000 })

    expect(await listed(4_999)).toEqual([])
    expect(await listed(5_000)).toHaveLength(1)
    expect(await world.store.findIntent(id)).toMatchObject({ snoozedUntil: 5_000 })
    expect(await world.store.history(id)).toMatchObject([
      { kind: 'noted', note: 'ask legal' },
      { kind: 'snoozed' },
    ])
    expect(await world.store.remark({ intent: id, by, snoozeUntil: NaN })).toMatchObject({
      code: 'invalid_input',
    })
    expect(await world.store.remark({ intent: id, by: { principal: BOT } })).toMatchObject({
      kind: 'denied',
    })
    await world.store.reject(id, BY_ANN)
    expect(await world.store.remark({ intent: id, by })).toMatchObject({ kind: 'moved_on' })
  })

  test('who waits untold is listed until someone was told', async () => {
    await using world = await open()
    const first = await route(world.store)
    const second = await route(world.store, { content: 'b' })
    const untold = async () => (await world.store.listIntents({ untold: true })).map(({ id }) => id)

    expect(await untold()).toEqual([second, first])
    await world.store.markTold(first)
    expect(await untold()).toEqual([second])
  })

  test('a grant lets so many through, until then, and no more', async () => {
    await using world = await open()
    const now = (await world.store.findIntent(await route(world.store)))?.createdAt ?? 0
    const grant = await granted(world.store, now + 1_000)
    const ask = (content: string) => world.store.claim(asking(content, grant.id))

    expect(await ask('1')).toMatchObject({ kind: 'dispatched' })
    expect(await ask('1')).toMatchObject({ kind: 'held' })
    expect(await world.store.listGrants('alice')).toMatchObject([{ left: 1 }])
    const both = await Promise.all([ask('2'), world.again().claim(asking('3', grant.id))])
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['dispatched', 'routed'])
    expect(await kindsOf(world.store)).toContain('granted')
    const dispatched = await world.store.listIntents({ states: ['dispatched'] })
    expect(dispatched.map(({ decidedBy }) => decidedBy)).toEqual(
      Array<string>(2).fill(`grant ${grant.id}`),
    )

    await granted(world.store, now + 1_000)
    await world.advance(2_000)
    expect(await ask('4')).toMatchObject({ kind: 'routed' })
  })

  test('a grant lifts neither hard rules nor denials nor limits, and is not used up by them', async () => {
    await using world = await open()
    const now = (await world.store.findIntent(await route(world.store)))?.createdAt ?? 0
    const grant = await granted(world.store, now + 1_000)
    const judged = (content: string, over: object) =>
      world.store.claim({ ...asking(content, grant.id), ...over })

    expect(await judged('1', { judge: () => ({ ...ASK, band: 'hard' }) })).toMatchObject({
      kind: 'routed',
    })
    const full = within([{ dimension: 'post.create', max: 0, windowMs: 1_000 }])
    const limited = { ...full, judge: () => ({ ...ASK, reserves: full.judge().reserves }) }
    expect(await judged('2', limited)).toMatchObject({ kind: 'denied', code: 'limit' })
    expect(await judged('3', { judge: () => ALLOW })).toMatchObject({ kind: 'dispatched' })
    expect(await world.store.listGrants('alice')).toMatchObject([{ left: 2 }])
  })

  test('whoever cannot decide alone decides nothing ahead', async () => {
    await using world = await open()
    const grantBy = (by: { principal: Principal }, over: Partial<Deciding>) =>
      world.store.addGrant({ ...grantInput(Number.MAX_SAFE_INTEGER), by, deciding: terms(over) })

    expect(await grantBy(BY_ANN, { approvers: ['ben'] })).toMatchObject({ code: 'not_approved' })
    expect(await grantBy(BY_ANN, { quorum: 2 })).toMatchObject({
      code: 'not_approved',
      reason: '2 persons decide, so ann alone does not',
    })
    expect(await world.store.listGrants('alice')).toEqual([])
    expect(await grantBy(BY_ANN, { approvers: ['ann'], fourEyes: true })).toMatchObject({
      kind: 'granted',
    })
  })

  test('a grant counts for as long as who gave it could decide', async () => {
    await using world = await open()
    const grant = await granted(world.store, Number.MAX_SAFE_INTEGER)
    const asked = async (content: string, over: Partial<Deciding>, intent: object = {}) => {
      const judge = () => ({ ...ASK, deciding: terms(over)() })
      const { kind } = await world.store.claim({ ...asking(content, grant.id, intent), judge })
      return kind
    }

    expect(await asked('1', { approvers: ['ben'] })).toBe('routed')
    expect(await asked('2', { quorum: 2 })).toBe('routed')
    expect(await asked('3', { fourEyes: true }, { principal: ANN })).toBe('routed')
    expect(await world.store.listGrants('alice')).toMatchObject([{ left: 2 }])
    expect(await asked('4', { approvers: ['ann'], fourEyes: true })).toBe('dispatched')
  })

  test('a grant can be taken back, by a person', async () => {
    await using world = await open()
    const grant = await granted(world.store, Number.MAX_SAFE_INTEGER)
    const revoke = (by: { principal: Principal }, account = 'alice') =>
      world.store.revokeGrant({ id: grant.id, account, by })

    expect(await revoke({ principal: BOT })).toMatchObject({ kind: 'denied' })
    expect(await revoke(BY_ANN, 'bob')).toMatchObject({ kind: 'denied' })
    expect(await revoke(BY_ANN)).toMatchObject({ grant: { left: 0 } })
    expect(await world.store.claim(asking('1', grant.id))).toMatchObject({ kind: 'routed' })
  })
}

async function granted(store: Store, until: number): Promise<Grant> {
  const answer = await store.addGrant({ ...grantInput(until), by: BY_ANN })
  if (answer.kind !== 'granted') throw new Error('it was not granted')
  return answer.grant
}

function grantInput(until: number) {
  const id = crypto.randomUUID()
  return { id, account: 'alice', operation: 'post.create', when: {}, times: 2, until }
}

function asking(content: string, grant: string, over: object = {}) {
  return sendInput({ content, ...over }, { judge: () => ASK, covers: ({ id }) => id === grant })
}

function edit(
  store: Store,
  intent: string,
  by: { principal: typeof ANN },
  deciding: () => Deciding,
) {
  const [args, content] = [{ text: 'edited' }, `edited by ${by.principal.id}`]
  return store.edit({ intent, by, args, content, slot: undefined, judge: () => ASK, deciding })
}
