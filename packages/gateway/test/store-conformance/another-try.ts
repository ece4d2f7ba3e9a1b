import { expect, test } from 'vitest'
import { type EditInput } from '../../src/approval-store.js'
import { type LookRecord, type Settlement, type Store } from '../../src/store.js'
import {
  ALLOW,
  ANN,
  claimInput,
  completeInput,
  DENY,
  executeInput,
  kindsOf,
  leaseOf,
  NOT_SENT,
  route,
  sendInput,
  UNKNOWN,
  within,
} from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

const BY = { principal: ANN }

/** What was approved and cannot leave yet. */
export function testAnotherTry(open: OpenStore): void {
  test('what could not be sent after an approval is tried again, after a while', async () => {
    await using world = await open()
    const { judge } = within([{ dimension: 'post.create', max: 1, windowMs: 60_000 }])
    const id = await route(world.store)
    await world.store.approve(id, BY)
    const lease = leaseOf(await world.store.execute(executeInput(id, { judge })))

    expect(await world.store.complete(completeInput(lease, NOT_SENT))).toEqual({
      kind: 'completed',
      state: 'approved',
    })
    expect(await world.store.execute(executeInput(id, { judge }))).toMatchObject({
      kind: 'moved_on',
      intent: { state: 'approved', failure: { code: 'not_sent', message: 'no way there' } },
    })
    expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'held' })
    await world.advance(world.times.readGap)
    // What it had reserved was given back, or there would be none left for it.
    const again = await world.store.execute(executeInput(id, { judge }))
    expect(again).toMatchObject({ kind: 'dispatched', lease: { generation: 2 } })
    await world.store.complete(completeInput(leaseOf(again)))
    expect(await world.store.findIntent(id)).toMatchObject({
      state: 'succeeded',
      failure: undefined,
    })
  })

  test('what the far side wants later is not tried before', async () => {
    await using world = await open()
    const id = await route(world.store)
    await world.store.approve(id, BY)
    const lease = leaseOf(await world.store.execute(executeInput(id)))
    const { retry } = world.times
    const later = {
      kind: 'failed',
      code: 'slow_down',
      message: 'later',
      retryAfterMs: retry,
    } as const
    await world.store.complete(completeInput(lease, later))

    await world.advance(Math.ceil(retry / 2))
    expect(await world.store.execute(executeInput(id))).toMatchObject({ kind: 'moved_on' })
    await world.advance(Math.ceil(retry / 2))
    expect(await world.store.execute(executeInput(id))).toMatchObject({ kind: 'dispatched' })
  })

  test('it waits twice as long each time, and at last it has failed', async () => {
    await using world = await open()
    const id = await route(world.store)
    await world.store.approve(id, BY)
    const waits: number[] = []
    for (let attempt = 0; attempt < 10; attempt++) {
      const lease = leaseOf(await world.store.execute(executeInput(id)))
      await world.store.complete(completeInput(lease, NOT_SENT))
      let waited = 0
      const step = Math.ceil(world.times.readGap / 6)
      while (
        (await world.store.execute(executeInput(id, { judge: () => DENY }))).kind === 'moved_on'
      ) {
        if ((await world.store.findIntent(id))?.state === 'failed') break
        await world.advance(step)
        waited += 1
      }
      waits.push(waited)
    }

    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 0])
    expect(await world.store.findIntent(id)).toMatchObject({
      state: 'failed',
      failure: { code: 'not_sent' },
    })
  })

  test('what nobody has approved, and what will not pass, or not for long, has failed at once', async () => {
    await using world = await open()
    const unasked = await world.store.claim(sendInput({ content: 'other' }))
    const id = await route(world.store)
    await world.store.approve(id, BY)
    const approved = await world.store.execute(executeInput(id))
    const other = await route(world.store, { content: 'third' })
    await world.store.approve(other, BY)
    const gone = await world.store.execute(executeInput(other))
    const retryAfterMs = world.times.retry + 1
    const tomorrow = { kind: 'failed', code: 'enough', message: 'no', retryAfterMs } as const
    const never = { kind: 'failed', code: 'not_sent', message: 'the file is gone' } as const

    expect(await world.store.complete(completeInput(leaseOf(unasked), NOT_SENT))).toMatchObject({
      state: 'failed',
    })
    expect(await world.store.complete(completeInput(leaseOf(approved), tomorrow))).toMatchObject({
      state: 'failed',
    })
    expect(await world.store.complete(completeInput(leaseOf(gone), never))).toMatchObject({
      state: 'failed',
    })
  })

  test('what is approved can be rejected until it leaves, and nothing else can be done to it', async () => {
    await using world = await open()
    const [first, second, third] = await Promise.all(
      ['a', 'b', 'c'].map(async (content) => {
        const id = await route(world.store, { content })
        await world.store.approve(id, BY)
        return id
      }),
    )
    const lease = leaseOf(await world.store.execute(executeInput(second ?? '')))
    await world.store.execute(executeInput(third ?? ''))

    expect(await world.store.approve(first ?? '', BY)).toMatchObject({ kind: 'moved_on' })
    expect(await world.store.edit(editing(first ?? ''))).toMatchObject({ kind: 'moved_on' })
    expect(await world.store.remark({ intent: first ?? '', by: BY })).toMatchObject({
      kind: 'moved_on',
    })
    expect(await world.store.reject(first ?? '', { ...BY, note: 'too late' })).toMatchObject({
      kind: 'decided',
      intent: { state: 'rejected' },
    })
    expect(await world.store.history(first ?? '')).toMatchObject([
      { kind: 'noted', by: 'ann', note: 'too late' },
    ])
    expect(await world.store.execute(executeInput(first ?? ''))).toMatchObject({ kind: 'moved_on' })
    expect(await world.store.claim(claimInput({ content: 'a' }))).toMatchObject({ kind: 'claimed' })

    expect(await world.store.reject(third ?? '', BY)).toMatchObject({ kind: 'moved_on' })
    await world.store.complete(completeInput(lease, NOT_SENT))
    await world.advance(world.times.readGap)
    expect(await world.store.reject(second ?? '', BY)).toMatchObject({ kind: 'decided' })
    expect(await world.store.execute(executeInput(second ?? ''))).toMatchObject({
      kind: 'moved_on',
    })
  })

  test('of one who rejects and one who sends at once, one does', async () => {
    await using world = await open()
    const other = world.again()
    for (let round = 0; round < 20; round++) {
      const id = await route(world.store, { content: `c${round}` })
      await world.store.approve(id, BY)
      const [rejected, executed] = await Promise.all(
        round % 2 === 0
          ? [other.reject(id, BY), world.store.execute(executeInput(id))]
          : [world.store.reject(id, BY), other.execute(executeInput(id))],
      )

      expect([rejected.kind, executed.kind]).toContain('moved_on')
      const state = rejected.kind === 'decided' ? 'rejected' : 'dispatched'
      expect(await world.store.findIntent(id)).toMatchObject({ state })
    }
  })

  test('a change that is tried again is one of the next that a person must see, not two', async () => {
    await using world = await open()
    const account = 'alice'
    await world.store.claim(claimInput({ content: 'before' }))
    await world.store.beginProbation({ account, by: ANN, reason: 'new', changes: 2 })
    const id = await route(world.store)
    await world.store.approve(id, BY)
    for (let attempt = 0; attempt < 3; attempt++) {
      await tryOnce(world.store, id, NOT_SENT)
      await world.advance(world.times.readGap)
    }

    expect(await world.store.claim(claimInput({ content: 'after' }))).toMatchObject({
      kind: 'routed',
    })
  })

  test('looks are no tries', async () => {
    await using world = await open()
    const id = await route(world.store)
    await world.store.approve(id, BY)
    await tryOnce(world.store, id, UNKNOWN)
    for (let look = 0; look < 14; look++) {
      await world.advance(world.times.settle)
      const record: LookRecord =
        look < 12 ? { kind: 'postponed', message: 'not now' } : { kind: 'absent' }
      for (const due of await world.store.takeDue('p2', 10, ['post.create'])) {
        await world.store.recordLook(due.lease, record, () => [])
      }
    }

    expect(await world.store.findIntent(id)).toMatchObject({ state: 'approved' })
    const again = leaseOf(await world.store.execute(executeInput(id)))
    expect(await world.store.complete(completeInput(again, NOT_SENT))).toMatchObject({
      state: 'approved',
    })
  })

  test('the record tells a try that came to nothing from an approval', async () => {
    await using world = await open()
    const id = await route(world.store)
    await world.store.approve(id, BY)
    await tryOnce(world.store, id, NOT_SENT)

    expect(await kindsOf(world.store)).toEqual(['routed', 'approved', 'dispatched', 'failed'])
  })
}

async function tryOnce(store: Store, id: string, settlement: Settlement): Promise<void> {
  await store.complete(completeInput(leaseOf(await store.execute(executeInput(id))), settlement))
}

function editing(intent: string): EditInput {
  const [args, content, slot] = [{ text: 'hello' }, 'hello', undefined]
  return { intent, by: BY, args, content, slot, judge: () => ALLOW }
}
