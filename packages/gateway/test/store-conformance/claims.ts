import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { LocalConflict, type LocalWork } from '../../src/store.js'
import { type Principal } from '../../src/request.js'
import {
  ANN,
  ASK,
  BOT,
  claimInput,
  completeInput,
  DENY,
  judgement,
  kindsOf,
  leaseOf,
  newIntent,
  REHEARSE,
  sendAndEnd,
  sendInput,
  within,
} from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

export function testClaims(open: OpenStore): void {
  test('a claim is a row, a lease and a record', async () => {
    await using world = await open()
    const input = claimInput({ labels: ['untrusted'] })

    const claimed = await world.store.claim(input)

    expect(claimed).toMatchObject({
      kind: 'claimed',
      lease: { intent: input.intent.id, owner: 'p1', generation: 1 },
    })
    expect(await world.store.findIntent(input.intent.id)).toMatchObject({
      state: 'claimed',
      account: 'alice',
      principal: BOT,
      args: { text: 'gm' },
      labels: ['untrusted'],
      rule: 'all',
      dispatchedAt: undefined,
      value: undefined,
    })
    expect(await kindsOf(world.store)).toEqual(['claimed'])
  })

  test('a claim with a request is dispatched in the same transaction', async () => {
    await using world = await open()
    const input = sendInput()

    const claimed = await world.store.claim(input)

    expect(claimed.kind).toBe('dispatched')
    expect(await world.store.findIntent(input.intent.id)).toMatchObject({
      state: 'dispatched',
      probe: { since: '9' },
      dispatchedAt: 'at' in claimed ? claimed.at : 0,
    })
  })

  test('where claim and dispatch are one transaction, one link says both', async () => {
    await using world = await open()
    const input = sendInput({}, within([{ dimension: 'post.create', max: 1, windowMs: 1_000 }]))
    await world.store.claim(input)

    const said = []
    for await (const { kind, payload } of world.store.auditTrail('alice')) {
      said.push({ kind, payload })
    }
    const claim = { content: input.intent.content, rule: 'all', uses: { 'post.create': 1 } }
    const payload = { ...claim, generation: 1, request: input.dispatch?.requestHash }
    expect(said).toMatchObject([{ kind: 'dispatched', payload }])
  })

  test('a denied intent is kept, holds nothing and uses nothing', async () => {
    await using world = await open()
    const caps = [{ dimension: 'post.create', max: 1, windowMs: 1_000 }]
    const { reserves } = within(caps).judge()
    const denied = await world.store.claim(
      claimInput({ clientKey: 'k' }, { judge: () => ({ ...DENY, reserves }) }),
    )

    expect(denied).toMatchObject({ kind: 'denied', code: 'policy', rule: 'never', reason: 'no' })
    const id = 'intent' in denied && typeof denied.intent === 'string' ? denied.intent : ''
    expect(await world.store.findIntent(id)).toMatchObject({ state: 'denied', reason: 'no' })
    expect(await world.store.claim(claimInput({ clientKey: 'k' }, within(caps)))).toMatchObject({
      kind: 'claimed',
    })
    expect(await kindsOf(world.store)).toEqual(['denied', 'claimed'])
  })

  test('a rehearsal is kept, holds nothing and uses nothing', async () => {
    await using world = await open()
    const caps = [{ dimension: 'post.create', max: 1, windowMs: 1_000 }]
    const { reserves } = within(caps).judge()
    const judge = () => ({ ...REHEARSE, reserves })

    expect(await world.store.claim(claimInput({}, { judge }))).toEqual({
      kind: 'dry_run',
      rule: 'rehearse',
    })
    expect(await world.store.claim(claimInput({}, within(caps)))).toMatchObject({ kind: 'claimed' })
  })

  test('what is done already answers before policy, pause and limits are asked', async () => {
    await using world = await open()
    const { intent } = await sendAndEnd(world.store)
    await world.store.pause({ by: BOT, reason: 'stop' })

    const again = await world.store.claim(claimInput({}, { judge: () => DENY }))

    expect(again).toMatchObject({ kind: 'held', by: 'fingerprint', holder: { id: intent } })
  })

  test('what nobody waits for any more leaves no trace', async () => {
    await using world = await open()
    let begun = false
    const input = sendInput({}, { isCancelled: () => true, onBegin: () => (begun = true) })

    expect(await world.store.claim(input)).toMatchObject({ kind: 'denied', code: 'cancelled' })
    expect(begun).toBe(false)
    expect(await world.store.findIntent(input.intent.id)).toBeUndefined()
    expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'claimed' })
  })

  test('the beginning is told for a dispatch, and not for a claim alone', async () => {
    await using world = await open()
    const told: string[] = []
    await world.store.claim(claimInput({ content: 'a' }, { onBegin: () => told.push('claim') }))
    await world.store.claim(sendInput({ content: 'b' }, { onBegin: () => told.push('dispatch') }))

    expect(told).toEqual(['dispatch'])
  })

  test('a judge that throws leaves nothing behind', async () => {
    await using world = await open()
    const judge = () => {
      throw new Error('out of order')
    }

    await expect(world.store.claim(claimInput({}, { judge }))).rejects.toThrow('out of order')
    expect(await world.store.listIntents({})).toEqual([])
    expect(await kindsOf(world.store)).toEqual([])
  })

  test('a person who has seen the preview decides at once, and an agent does not', async () => {
    await using world = await open()
    const ann = { kind: 'person', id: 'ann' } as const
    const judge = () => ASK

    const person = claimInput({ principal: ann, confirmed: true }, { judge })
    expect(await world.store.claim(person)).toMatchObject({ kind: 'claimed' })
    expect(await world.store.findIntent(person.intent.id)).toMatchObject({ decidedBy: 'ann' })
    const agent = claimInput({ content: 'other', confirmed: true }, { judge })
    expect(await world.store.claim(agent)).toMatchObject({ kind: 'routed' })
  })

  test('a confirmation does not stand for input that is missing', async () => {
    await using world = await open()
    const asks = [{ for: 'input', message: 'which one?', schema: {} }] as const
    const judge = () => judgement({ kind: 'ask', asks })
    const principal = { kind: 'person', id: 'ann' } as const

    expect(
      await world.store.claim(claimInput({ principal, confirmed: true }, { judge })),
    ).toMatchObject({ kind: 'routed' })
  })

  test('a local change, its claim and its record are one transaction', async () => {
    await using world = await open()

    const applied = await world.store.claim(
      claimInput({ class: 'local' }, { local: noting('one') }),
    )

    expect(applied).toMatchObject({ kind: 'applied', intent: { state: 'succeeded', value: 'one' } })
    expect(await world.rows('select text from app_note')).toEqual([['one']])
    expect(await kindsOf(world.store)).toEqual(['claimed', 'succeeded'])
  })

  test('a local change that does not touch its rows undoes all of itself', async () => {
    await using world = await open()
    const local: LocalWork = {
      ...noting('one'),
      statements: [
        ...noting('one').statements,
        { query: CompiledQuery.raw(`update app_note set text = 'x' where text = 'missing'`) },
      ],
    }

    const failing = world.store.claim(claimInput({ class: 'local' }, { local }))

    await expect(failing).rejects.toBeInstanceOf(LocalConflict)
    expect(await world.rows('select text from app_note')).toEqual([])
    expect(await world.store.listIntents({})).toEqual([])
    expect(await kindsOf(world.store)).toEqual([])
  })

  test('local changes of the same content are made again and again', async () => {
    await using world = await open()
    const change = (text: string) =>
      world.store.claim(claimInput({ class: 'local', content: text }, { local: noting(text) }))

    for (const text of ['a', 'b', 'a'])
      expect(await change(text)).toMatchObject({ kind: 'applied' })
    expect(await world.rows('select text from app_note')).toEqual([['a'], ['b'], ['a']])
  })

  test('intents are listed newest first, by account and state', async () => {
    await using world = await open()
    const first = await sendAndEnd(world.store, { content: 'a' })
    const second = leaseOf(await world.store.claim(claimInput({ content: 'b' })))
    await world.store.claim(claimInput({ content: 'c', account: 'bob' }))

    const ids = async (filter: Parameters<typeof world.store.listIntents>[0]) =>
      (await world.store.listIntents(filter)).map(({ id }) => id)
    expect(await ids({ account: 'alice' })).toEqual([second.intent, first.intent])
    expect(await ids({ account: 'alice', states: ['succeeded'] })).toEqual([first.intent])
    expect(await ids({ states: ['claimed'], limit: 1 })).toHaveLength(1)
    expect(await ids({ states: [] })).toEqual([])
    const [sent] = await world.store.listIntents({ states: ['succeeded'] })
    expect(await ids({ sentSince: sent?.dispatchedAt })).toEqual([first.intent])
    expect(await ids({ sentSince: (sent?.dispatchedAt ?? 0) + 1 })).toEqual([])
    const own = { clientKey: JSON.stringify([BOT.kind, BOT.id, 'k']), content: 'd' }
    const keyed = leaseOf(await world.store.claim(claimInput(own)))
    const under = (principal: Principal) => ids({ under: { principal, idempotencyKey: 'k' } })
    expect([await under(BOT), await under(ANN)]).toEqual([[keyed.intent], []])
    const known = { kind: 'succeeded', value: { id: '7' }, externalId: '7' } as const
    const third = await sendAndEnd(world.store, { content: 'known' }, known)
    expect(await ids({ externalId: '7' })).toEqual([third.intent])
    expect(await ids({ externalId: '8' })).toEqual([])
    await expect(ids({ state: 'succeeded' } as object)).rejects.toThrow('listed by state')
  })

  test('a thousand claims at once of forty contents are forty', async () => {
    await using world = await open()
    const stores = [world.store, world.again()]
    const claims = Array.from({ length: 1_000 }, (_, index) =>
      (stores[index % 2] ?? world.store).claim(sendInput({ content: `c${index % 40}` })),
    )

    const kinds = (await Promise.all(claims)).map(({ kind }) => kind)

    expect(kinds.filter((kind) => kind === 'dispatched')).toHaveLength(40)
    expect(kinds.filter((kind) => kind === 'held')).toHaveLength(960)
    expect(await world.store.verifyAudit()).toEqual({ kind: 'intact', rows: 40 })
  })

  test('an intent whose id is taken is not claimed', async () => {
    await using world = await open()
    const intent = newIntent()
    const lease = leaseOf(await world.store.claim(sendInput(intent)))
    await world.store.complete(completeInput(lease))

    await expect(
      world.store.claim(claimInput({ ...intent, content: 'another' })),
    ).rejects.toBeInstanceOf(Error)
    expect(await world.store.findIntent(intent.id)).toMatchObject({ state: 'succeeded' })
  })
}

function noting(text: string): LocalWork {
  const query = CompiledQuery.raw(`insert into app_note (text) values ('${text}')`)
  return { statements: [{ query }], settled: { kind: 'succeeded', value: text } }
}
