import { type App } from '../auth/apps.js'
import { type Clock } from '../clock.js'
import { type Item } from './prices.js'

export type Meter = ReturnType<typeof createMeter>

/** Adds up what calls cost. The same object is charged once a UTC day. */
export function createMeter(clock: Clock) {
  const postsByDay = new Map<string, number>()
  let day = ''
  let chargedToday = new Set<string>()
  let total = 0

  function today(): string {
    const current = new Date(clock.now()).toISOString().slice(0, 10)
    if (current !== day) {
      day = current
      chargedToday = new Set()
    }
    return current
  }

  function spend(app: App, dollars: number): number {
    total += dollars
    app.credits -= dollars
    return dollars
  }

  return {
    /** Everything charged so far, in dollars. */
    total: () => round(total),
    postsByDay: (): ReadonlyMap<string, number> => postsByDay,
    /** Posts read in the running month, which is what the cap counts. */
    postsThisMonth(): number {
      const month = today().slice(0, 7)
      let posts = 0
      for (const [day, count] of postsByDay) if (day.startsWith(month)) posts += count
      return posts
    },
    chargeCall: (app: App, dollars: number) => round(spend(app, dollars)),

    chargeItems(app: App, items: readonly Item[]): number {
      const current = today()
      let dollars = 0
      for (const item of items) {
        const key = `${app.id}|${item.resource}|${item.id}`
        if (chargedToday.has(key)) continue
        chargedToday.add(key)
        dollars += item.dollars
        if (item.resource === 'post') {
          postsByDay.set(current, (postsByDay.get(current) ?? 0) + 1)
        }
      }
      return round(spend(app, dollars))
    },
  }
}

function round(dollars: number): number {
  return Math.round(dollars * 1e6) / 1e6
}
