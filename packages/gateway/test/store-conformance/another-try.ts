import { expect, test } from 'vitest'
import { type EditInput } from '../../src/approval-store.js'
import {
  ALLOW,
  ANN,
  claimInput,
  completeInput,
  DENY,
  executeInput,
  leaseOf,
  NOT_SENT,
  route,
  sendInput,
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

  test('whoever has approved can think better of it while it cannot leave, and only then', async () => {
    await using world = await open()
    const id = await route(world.store)
    await world.store.approve(id, BY)

    expect(await world.store.reject(id, BY)).toMatchObject({ kind: 'moved_on' })
    await world.store.pause({ account: 'alice', by: ANN, reason: 'wait' })
    expect(await world.store.approve(id, BY)).toMatchObject({ kind: 'moved_on' })
    expect(await world.store.edit(editing(id))).toMatchObject({ kind: 'moved_on' })
    expect(await world.store.reject(id, BY)).toMatchObject({
      kind: 'decided',
      intent: { state: 'rejected' },
    })
    await world.store.resume({ account: 'alice', by: ANN, reason: 'go on' })
    expect(await world.store.execute(executeInput(id))).toMatchObject({ kind: 'moved_on' })
    expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'claimed' })
  })

  test('the same for what waits to be tried again, and something can be noted on it', async () => {
    await using world = await open()
    const id = await route(world.store)
    await world.store.approve(id, BY)
    const lease = leaseOf(await world.store.execute(executeInput(id)))
    await world.store.complete(completeInput(lease, NOT_SENT))

    expect(await world.store.remark({ intent: id, by: { ...BY, note: 'too late' } })).toMatchObject(
      {
        kind: 'decided',
      },
    )
    expect(await world.store.remark({ intent: id, by: BY, snoozeUntil: Date.now() })).toMatchObject(
      { kind: 'moved_on' },
    )
    expect(await world.store.reject(id, BY)).toMatchObject({ intent: { state: 'rejected' } })
    await world.advance(world.times.readGap)
    expect(await world.store.execute(executeInput(id))).toMatchObject({ kind: 'moved_on' })
  })
}

function editing(intent: string): EditInput {
  const [args, content, slot] = [{ text: 'hello' }, 'hello', undefined]
  return { intent, by: BY, args, content, slot, judge: () => ALLOW }
}
