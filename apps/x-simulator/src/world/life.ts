import { follow } from './accounts.js'
import { like } from './likes.js'
import { answersToMaker, callsToMaker, people } from './people.js'
import { addPost } from './posts.js'
import { speak } from './voices.js'
import { type Account, type Post, type World } from './world.js'

const REST_MS = 30_000

/** Lets things happen by themselves, at a mean rate, for as long as it is not stopped. At a rate of 0 it rests. */
export function startLife(world: World, eventsPerMinute: number | (() => number)): () => void {
  const rate = typeof eventsPerMinute === 'function' ? eventsPerMinute : () => eventsPerMinute
  const { clock, random } = world
  let cancel = () => {}

  function waitForNext() {
    const perMinute = rate()
    if (perMinute <= 0) {
      cancel = clock.after(REST_MS, waitForNext)
      return
    }
    // Gaps of a Poisson process, bounded so that a demo is never still for long.
    const gap = Math.min(4, -Math.log(1 - random.next())) * (60_000 / perMinute)
    cancel = clock.after(Math.max(50, Math.round(gap)), () => {
      happen(world)
      waitForNext()
    })
  }
  if (eventsPerMinute !== 0) waitForNext()
  return () => cancel()
}

/** One thing that happens in the world: somebody posts, calls, answers, likes or follows. */
function happen(world: World) {
  const { random } = world
  const [makerPerson, ...others] = people
  const maker = world.usernames.get(makerPerson.username)
  const [first, ...rest] = others.flatMap((person) => {
    const account = world.usernames.get(person.username)
    return account ? [{ person, account }] : []
  })
  if (maker === undefined || first === undefined) return
  const { person, account } = random.pick([first, ...rest])
  const say = (line: string, more: { replyTo?: Post } = {}) =>
    addPost(world, account, { text: speak(random, line, maker.username), ...more })
  const target = recentPost(world, maker)
  const dice = random.next()
  if (dice < 0.3) say(random.pick(person.lines))
  else if (dice < 0.55) say(random.pick(callsToMaker))
  else if (dice < 0.7 && target) {
    const called = random.chance(0.5) ? `@${maker.username} ` : ''
    say(called + random.pick(answersToMaker), { replyTo: target })
  } else if (dice < 0.9 && target) like(world, account, target)
  else if (!follow(world, account, maker) && target) like(world, account, target)
  for (const post of [...world.timeline.slice(-20), ...maker.posts.slice(-5)]) {
    post.impressions += random.int(30)
  }
}

function recentPost({ random }: World, account: Account): Post | undefined {
  const recent = account.posts.filter((post) => post.deletedAt === undefined).slice(-5)
  return recent[random.int(recent.length)]
}
