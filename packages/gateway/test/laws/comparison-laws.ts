import { compareInputOf, createSmallWorld, TIMES } from '../harness/small-world.js'

export interface ComparisonTrial {
  readonly runs: number
  readonly random: () => number
}

export interface ComparisonFigures {
  readonly runs: number
  readonly found: number
  readonly falseAlarms: number
}

/** P22: in each run some posts are made, then one that nobody asked for is planted; an honest comparison comes first. */
export async function plantRogues({ runs, random }: ComparisonTrial): Promise<ComparisonFigures> {
  const figures = { runs, found: 0, falseAlarms: 0 }
  for (let run = 0; run < runs; run++) {
    await using world = createSmallWorld()
    const { gateway, far, clock } = world
    const posts = 1 + Math.floor(random() * 8)
    for (let post = 0; post < posts; post++) {
      if (random() < 0.2) far.script.push('drop_after')
      await gateway.run(world.post(`post ${post}`))
      clock.advance(TIMES.permit)
    }
    for (let round = 0; round < 4; round++) {
      clock.advance(TIMES.settle + TIMES.readGap)
      await gateway.reconcile()
    }
    const honest = await gateway.compare(compareInputOf(world))
    if (honest.strangers.length + honest.missing.length > 0) figures.falseAlarms += 1
    far.posts.splice(Math.floor(random() * (posts + 1)), 0, {
      id: 'rogue',
      account: 'alice',
      text: 'buy now',
    })
    const { strangers } = await gateway.compare(compareInputOf(world))
    const { paused } = await gateway.control('alice')
    if (paused && strangers.length === 1 && strangers[0]?.externalId === 'rogue') figures.found += 1
  }
  return figures
}
