import { expect, test } from 'vitest'
import { claimInput, sendAndEnd, FAILED } from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

const PARENT = '01900000-0000-7000-8000-000000000000'

export function testSteps(open: OpenStore): void {
  test('a step is known by its place, and by nothing that it says', async () => {
    await using world = await open()
    const step = (index: number) => ({
      step: { intent: PARENT, index },
      clientKey: `step ${index}`,
    })
    await sendAndEnd(world.store)
    const first = await sendAndEnd(world.store, step(0))
    const second = await sendAndEnd(world.store, step(1), FAILED)
    const again = await sendAndEnd(world.store, step(1))

    expect(new Set([first.intent, second.intent, again.intent]).size).toBe(3)
    expect(await world.store.claim(claimInput(step(0)))).toMatchObject({
      kind: 'held',
      holder: { id: first.intent },
    })
    expect(await world.store.findIntent(first.intent)).toMatchObject({
      step: { intent: PARENT, index: 0 },
    })
    const listed = await world.store.listIntents({ step: { intent: PARENT, index: 1 } })
    expect(listed.map(({ id }) => id)).toEqual([again.intent, second.intent])
  })

  test('what is no step is listed under none', async () => {
    await using world = await open()
    const { intent } = await sendAndEnd(world.store)

    expect(await world.store.findIntent(intent)).toMatchObject({ step: undefined })
    expect(await world.store.listIntents({ step: { intent, index: 0 } })).toEqual([])
  })
}
