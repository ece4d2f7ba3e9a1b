import { type Call, type Endpoint, type Reply } from '../http/endpoint.js'
import { free } from '../limits/prices.js'
import { pick } from '../views/pick.js'

const dayMs = 24 * 60 * 60 * 1000
const fields = new Set([
  'cap_reset_day',
  'daily_client_app_usage',
  'daily_project_usage',
  'project_cap',
  'project_id',
  'project_usage',
])

export const usage: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/2/usage/tweets',
    auth: ['app'],
    scopes: [],
    limits: { app: 50 },
    price: free,
    query: {
      days: { kind: 'integer', min: 1, max: 90 },
      'usage.fields': { kind: 'set', values: fields },
    },
    run: report,
  },
]

function report(call: Call): Reply {
  const byDay = call.usage.postsByDay()
  const days = Array.from({ length: call.query.integer('days') ?? 7 }, (_, ago) => {
    const date = new Date(call.now - ago * dayMs).toISOString().slice(0, 10)
    return { date: `${date}T00:00:00.000Z`, usage: String(byDay.get(date) ?? 0) }
  })
  const { id } = call.caller.app
  const asked = call.query.set('usage.fields')
  const data = pick(
    {
      project_id: () => id,
      project_cap: () => String(call.usage.cap),
      project_usage: () => String(call.usage.postsThisMonth()),
      cap_reset_day: () => 1,
      daily_project_usage: () => ({ project_id: id, usage: days }),
      daily_client_app_usage: () => [
        { client_app_id: id, usage: days, usage_result_count: days.length },
      ],
    },
    asked.size > 0 ? asked : ['project_id', 'project_cap', 'project_usage', 'cap_reset_day'],
  )
  return { body: { data } }
}
