import { createFleet, inParallel, type Fleet } from '../harness/fleet.js'
import { countPoints, createPlace, range, recover, type Place } from './crews.js'
import { type Figures } from './kills.js'

export interface ThreadTrial {
  /** How many posts a thread has. */
  readonly lengths: readonly number[]
  /** How often at each post. */
  readonly runs: number
  readonly random: () => number
  readonly server?: string | undefined
}

const WIDTH = 12
/** Enough to tell how many points each post of a thread adds. */
const SAMPLES = [2, 4] as const

/** P8: a process is killed at each post of a thread; whoever goes on with it begins where it stopped. */
export async function killThreads({
  lengths,
  runs,
  random,
  server,
}: ThreadTrial): Promise<Figures> {
  await using fleet = await createFleet(server)
  const [least, more] = await Promise.all(
    SAMPLES.map(async (length) =>
      countPoints(fleet, { ...threadOf(length), ...(await createPlace(fleet)) }),
    ),
  )
  const each = ((more ?? 0) - (least ?? 0)) / (SAMPLES[1] - SAMPLES[0])
  const tasks = lengths.flatMap((length) =>
    range(length).flatMap((post) => range(runs).map(() => ({ length, post }))),
  )
  await inParallel(tasks, WIDTH, async ({ length, post }) => {
    const place = { ...(await createPlace(fleet)), thread: true }
    const at = (least ?? 0) - 2 * each + Math.floor((post + random()) * each)
    const order = threadOf(length)
    await fleet.start({ ...order, ...place, fate: { at: Math.max(0, at), signal: 'SIGKILL' } })
      .ended
    await recover(fleet, place, order.texts)
    await expectInOrder(fleet, place, order.texts)
    await fleet.databases.drop(place.path)
  })
  return { points: lengths.reduce((sum, length) => sum + length, 0), trials: tasks.length }
}

function threadOf(length: number) {
  const texts = range(length).map((post) => `post ${post + 1} of ${length}`)
  return { kind: 'run', thread: true, texts } as const
}

async function expectInOrder(fleet: Fleet, { account }: Place, texts: readonly string[]) {
  const { posts } = await fleet.truth(account)
  posts.forEach(({ text, replyTo }, index) => {
    if (text !== texts[index]) throw new Error(`"${text}" stands where "${texts[index]}" should`)
    if (replyTo !== posts[index - 1]?.id) throw new Error(`"${text}" answers ${replyTo}`)
  })
}
