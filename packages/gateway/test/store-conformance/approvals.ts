import { type JsonValue } from '@armorer/core'
import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { LocalConflict } from '../../src/store.js'
import { type EditInput } from '../../src/approval-store.js'
import {
  ALLOW,
  ANN,
  ASK,
  BOT,
  claimInput,
  completeInput,
  DENY,
  dispatchInput,
  executeInput,
  FAILED,
  kindsOf,
  leaseOf,
  route,
  sendAndEnd,
  sendInput,
  UNKNOWN,
  within,
} from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

const BY = { principal: ANN }

export function testApprovals(open: OpenStore): void {
  test('of an intent that there is not it is said plainly, and of its number what it is', async () => {
    await using world = await open()
    const { store } = world
    await route(store)

    for (const decide of [
      (id: string) => store.approve(id, BY),
      (id: string) => store.reject(id, BY),
      (id: string) => store.remark({ intent: id, by: BY }),
    ]) {
      await expect(decide('x')).rejects.toThrow(new RangeError('there is no intent x'))
      await expect(decide('1')).rejects.toThrow('gateway.list({ queueId: 1 })')
    }
  })

  test('no list is of a strange length', async () => {
    await using world = await open()

    for (const limit of [-1, NaN, 'x' as never]) {
      await expect(world.store.listIntents({ limit })).rejects.toThrow('limit must be')
    }
  })

  test('what waits has a number of its own, and holds its keys', async () => {
    await using world = await open()
    const first = await route(world.store, { clientKey: 'k' })
    const second = await route(world.store, { content: 'b', account: 'bob' })

    expect(await world.store.findIntent(first)).toMatchObject({
      state: 'awaiting_approval',
      queueId: 1,
    })
    expect(await world.store.findIntent(second)).toMatchObject({ queueId: 2 })
    expect(await world.store.claim(claimInput())).toMatchObject({
      kind: 'held',
      holder: { id: first },
    })
    expect(await world.store.claim(claimInput({ content: 'x', clientKey: 'k' }))).toMatchObject({
      by: 'key',
    })
  })

  test('an edit that leaves the content as it is would not be seen, and is refused', async () => {
    await using world = await open()
    const id = await route(world.store)
    const [content, slot, judge] = ['gm', undefined, () => ASK]
    const edit = (args: JsonValue) =>
      world.store.edit({ intent: id, by: BY, args, content, slot, judge })

    expect(await edit({ text: 'gm', to: 'mallory' })).toMatchObject({ code: 'invalid_input' })
    expect(await world.store.findIntent(id)).toMatchObject({ args: { text: 'gm' } })
    expect(await edit({ text: 'gm' })).toMatchObject({ kind: 'decided' })
  })

  test('of all who decide the same at once, one does, and what is rejected stays so', async () => {
    await using world = await open()
    const other = world.again()
    for (let round = 0; round < 20; round++) {
      const id = await route(world.store, { content: `c${round}` })
      const decisions = await Promise.all([
        world.store.approve(id, BY),
        other.reject(id, BY),
        other.approve(id, BY),
        world.store.reject(id, BY),
      ])

      const states = decisions.flatMap((one) => (one.kind === 'decided' ? one.intent.state : []))
      expect(states.filter((state) => state === 'rejected')).toHaveLength(1)
      expect(states.filter((state) => state === 'approved').length).toBeLessThanOrEqual(1)
      expect(await world.store.findIntent(id)).toMatchObject({
        state: 'rejected',
        decidedBy: 'ann',
      })
    }
  })

  for (const principal of [BOT, { kind: 'loop', id: 'l' }] as const) {
    test(`no ${principal.kind} decides anything`, async () => {
      await using world = await open()
      const id = await route(world.store)
      const by = { principal }

      for (const decision of [
        await world.store.approve(id, by),
        await world.store.reject(id, by),
        await world.store.edit(editing(id, { by })),
      ]) {
        expect(decision).toMatchObject({ kind: 'denied', code: 'not_approved' })
      }
      expect(await world.store.findIntent(id)).toMatchObject({
        state: 'awaiting_approval',
        args: { text: 'gm' },
      })
    })
  }

  test('what was rejected lets go of its keys and never runs', async () => {
    await using world = await open()
    const id = await route(world.store, { clientKey: 'k' })
    await world.store.reject(id, BY)

    expect(await world.store.approve(id, BY)).toMatchObject({ kind: 'moved_on' })
    expect(await world.store.execute(executeInput(id))).toMatchObject({ kind: 'moved_on' })
    expect(await world.store.claim(claimInput({ clientKey: 'k' }))).toMatchObject({
      kind: 'claimed',
    })
  })

  test('what was approved runs once, whoever tries', async () => {
    await using world = await open()
    const id = await route(world.store)
    expect(await world.store.execute(executeInput(id))).toMatchObject({ kind: 'moved_on' })
    await world.store.approve(id, BY)

    const tries = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        (index % 2 ? world.store : world.again()).execute(executeInput(id, { owner: `p${index}` })),
      ),
    )

    expect(tries.filter(({ kind }) => kind === 'dispatched')).toHaveLength(1)
    expect(tries.filter(({ kind }) => kind === 'moved_on')).toHaveLength(7)
    expect(await kindsOf(world.store)).toEqual(['routed', 'approved', 'dispatched'])
  })

  test('an approval can still be denied: by pause, version, policy or limit; and keeps', async () => {
    await using world = await open()
    const id = await route(world.store)
    await world.store.approve(id, BY)
    const none = [{ dimension: 'post.create', max: 0, windowMs: 1_000 }]

    expect(await world.store.execute(executeInput(id, { judge: () => DENY }))).toMatchObject({
      code: 'policy',
    })
    expect(await world.store.execute(executeInput(id, within(none)))).toMatchObject({
      code: 'limit',
    })
    expect(await world.store.execute(executeInput(id, { writerVersion: 0 }))).toMatchObject({
      code: 'old_writer',
    })
    await world.store.pause({ by: ANN, reason: 'stop' })
    expect(await world.store.execute(executeInput(id))).toMatchObject({ code: 'paused' })
    await world.store.resume({ by: ANN, reason: 'go' })
    expect(await world.store.findIntent(id)).toMatchObject({ state: 'approved' })
    expect(await world.store.execute(executeInput(id, { judge: () => ASK }))).toMatchObject({
      kind: 'dispatched',
    })
  })

  test('an approved intent that must be prepared is claimed first', async () => {
    await using world = await open()
    const id = await route(world.store)
    await world.store.approve(id, BY)
    const lease = leaseOf(await world.store.execute(executeInput(id, { note: undefined })))

    expect(await world.store.findIntent(id)).toMatchObject({ state: 'claimed', generation: 1 })
    expect(await world.store.dispatch(dispatchInput(lease))).toMatchObject({ kind: 'dispatched' })
    expect(await world.store.complete(completeInput(lease))).toMatchObject({ kind: 'completed' })
  })

  test('an approved intent that was never sent goes back to be done, as it is', async () => {
    await using world = await open()
    const id = await route(world.store)
    await world.store.approve(id, BY)
    await world.store.execute(executeInput(id, { note: undefined }))
    await world.advance(world.times.prepare)
    await world.store.takeDue('p2', 10, [])

    expect(await world.store.findIntent(id)).toMatchObject({
      state: 'approved',
      args: { text: 'gm' },
    })
    expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'held' })
    expect(await world.store.execute(executeInput(id))).toMatchObject({
      kind: 'dispatched',
      lease: { generation: 3 },
    })
  })

  test('what the far side refused after an approval has failed', async () => {
    await using world = await open()
    const id = await route(world.store)
    await world.store.approve(id, BY)
    await world.store.complete(
      completeInput(leaseOf(await world.store.execute(executeInput(id))), FAILED),
    )

    expect(await world.store.execute(executeInput(id))).toMatchObject({
      kind: 'moved_on',
      intent: { state: 'failed' },
    })
  })

  test('an approved local change is made and recorded at once, or not at all', async () => {
    await using world = await open()
    const note = (text: string, where = '1 = 1') => ({
      statements: [
        { query: CompiledQuery.raw(`insert into app_note select '${text}' where ${where}`) },
      ],
      settled: { kind: 'succeeded', value: text } as const,
    })
    const first = await route(world.store, { class: 'local' })
    await world.store.approve(first, BY)

    await expect(
      world.store.execute(executeInput(first, { note: undefined, local: note('no', '1 = 0') })),
    ).rejects.toBeInstanceOf(LocalConflict)
    expect(await world.store.findIntent(first)).toMatchObject({ state: 'approved', generation: 0 })
    expect(
      await world.store.execute(executeInput(first, { note: undefined, local: note('yes') })),
    ).toMatchObject({ kind: 'applied', intent: { state: 'succeeded' } })
    expect(await world.rows('select text from app_note')).toEqual([['yes']])
    expect(
      await world.store.claim(claimInput({ class: 'local' }, { local: note('again') })),
    ).toMatchObject({
      kind: 'applied',
    })
    const search = {
      account: 'alice',
      content: 'gm',
      clientKey: undefined,
      slot: undefined,
      allowRepeat: false,
    }
    expect(await world.store.findDone(search)).toBeUndefined()
  })

  test('nobody approves what has expired, and its keys are freed by the next sweep', async () => {
    await using world = await open()
    const id = await route(world.store)
    await world.advance(world.times.approval)

    expect(await world.store.approve(id, BY)).toMatchObject({ kind: 'moved_on' })
    expect(await world.store.edit(editing(id))).toMatchObject({ kind: 'moved_on' })
    await world.store.takeDue('p1', 10, [])
    expect(await world.store.findIntent(id)).toMatchObject({ state: 'expired' })
    expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'claimed' })
    expect(await kindsOf(world.store)).toEqual(['routed', 'expired', 'claimed'])
  })

  test('an edit changes what will be done, and which request it answers', async () => {
    await using world = await open()
    const id = await route(world.store)

    expect(await world.store.edit(editing(id))).toMatchObject({
      kind: 'decided',
      intent: { state: 'awaiting_approval', args: { text: 'hello' }, content: 'hello' },
    })
    expect(await world.store.claim(claimInput({ content: 'hello' }))).toMatchObject({
      holder: { id },
    })
    expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'claimed' })
  })

  test('whoever asks again under the same key is told of what a person has made of it', async () => {
    await using world = await open()
    const keyed = { clientKey: 'k' }
    const id = await route(world.store, keyed)
    await world.store.edit(editing(id))

    for (const content of ['gm', 'hello']) {
      const again = await world.store.claim(claimInput({ ...keyed, ...saying(content) }))
      expect(again).toMatchObject({ kind: 'held', by: 'key', holder: { id, content } })
    }
    const other = await world.store.claim(claimInput({ ...keyed, ...saying('another') }))
    expect(other).toMatchObject({ kind: 'held', by: 'key', holder: { id, content: 'hello' } })
  })

  test('an edit into what someone else holds is a conflict, until that one’s time is over', async () => {
    await using world = await open()
    const { intent } = await sendAndEnd(world.store, { content: 'hello' })
    const id = await route(world.store)

    expect(await world.store.edit(editing(id))).toMatchObject({
      kind: 'conflict',
      holder: { id: intent },
    })
    expect(await world.store.findIntent(id)).toMatchObject({ args: { text: 'gm' } })
    await world.advance(world.times.fingerprintHeld)
    expect(await world.store.edit(editing(id))).toMatchObject({ kind: 'decided' })
  })

  test('an edit that the policy denies, or only rehearses, changes nothing', async () => {
    await using world = await open()
    const id = await route(world.store)

    expect(await world.store.edit(editing(id, { judge: () => DENY }))).toMatchObject({
      code: 'policy',
    })
    expect(await world.store.findIntent(id)).toMatchObject({ args: { text: 'gm' } })
  })

  test('what is decided is not edited any more', async () => {
    await using world = await open()
    const id = await route(world.store)
    const [approved, edited] = await Promise.all([
      world.store.approve(id, BY),
      world.again().edit(editing(id)),
    ])

    const args = edited.kind === 'decided' ? { text: 'hello' } : { text: 'gm' }
    expect(approved).toMatchObject({ kind: 'decided', intent: { args } })
    expect(await world.store.edit(editing(id))).toMatchObject({ kind: 'moved_on' })
  })

  test('an unknown send after an approval that was not applied goes back to be done', async () => {
    await using world = await open()
    const id = await route(world.store)
    await world.store.approve(id, BY)
    const lease = leaseOf(await world.store.execute(executeInput(id)))
    await world.store.complete(completeInput(lease, UNKNOWN))
    for (let look = 0; look < 2; look++) {
      await world.advance(world.times.settle)
      for (const due of await world.store.takeDue('p2', 10, ['post.create'])) {
        await world.store.recordLook(due.lease, { kind: 'absent' }, () => [])
      }
    }

    expect(await world.store.findIntent(id)).toMatchObject({ state: 'approved' })
  })

  test('what waits is not swept up as something lost', async () => {
    await using world = await open()
    const id = await route(world.store)
    await world.store.approve(id, BY)
    await world.store.claim(sendInput({ content: 'other' }))
    await world.advance(world.times.settle)

    expect(await world.store.takeDue('p2', 10, ['post.create'])).toHaveLength(1)
    expect(await world.store.findIntent(id)).toMatchObject({ state: 'approved' })
  })
}

function saying(text: string) {
  return { args: { text }, argsText: JSON.stringify({ text }), content: text }
}

function editing(intent: string, over: Partial<EditInput> = {}): EditInput {
  return {
    intent,
    by: BY,
    args: { text: 'hello' },
    content: 'hello',
    slot: undefined,
    judge: () => ALLOW,
    ...over,
  }
}
