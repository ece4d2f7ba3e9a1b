import { type CostLog } from './cost-log.js'
import { type EndpointId, endpoints } from './endpoints/endpoints.js'
import { isObject } from './is-object.js'
import { listCharges, priceOfPost } from './prices.js'

export interface MeteredCall {
  readonly id: EndpointId
  readonly status: number
  readonly body: unknown
  /** Whether it reads what belongs to the account that also owns the app. */
  readonly owned: boolean
}

export interface CostMeter {
  /** Works out what a call cost, keeps it, and says it in millionths of a dollar. */
  measure(call: MeteredCall): number
}

export interface CostMeterOptions {
  readonly account: string
  readonly log: CostLog
  readonly now: () => number
}

/** X charges an object once in a UTC day; each process remembers what it has paid for today. */
export function createCostMeter({ account, log, now }: CostMeterOptions): CostMeter {
  let day = ''
  let paid = new Set<string>()

  function fresh(call: MeteredCall) {
    const today = new Date(now()).toISOString().slice(0, 10)
    if (today !== day) {
      day = today
      paid = new Set()
    }
    return listCharges(endpoints[call.id], call.body, call.owned).filter(({ key }) => {
      const isNew = !paid.has(key)
      paid.add(key)
      return isNew
    })
  }

  return {
    measure(call) {
      const isSuccess = call.status >= 200 && call.status < 300
      const charges = isSuccess ? fresh(call) : []
      const objects = charges.reduce((sum, { microUsd }) => sum + microUsd, 0)
      const microUsd = isSuccess ? objects + priceOfCall(call) : 0
      const { id, status } = call
      const row = { account, endpoint: id, method: endpoints[id].method, status, microUsd }
      try {
        log.record({ ...row, at: now(), charges })
      } catch {
        // What a call cost must not decide what became of it.
      }
      return microUsd
    },
  }
}

/** Failed calls are not charged. */
function priceOfCall({ id, body }: MeteredCall): number {
  const { price } = endpoints[id]
  if (price.kind === 'per_call') return price.microUsd
  if (price.kind !== 'post') return 0
  const data = isObject(body) && isObject(body['data']) ? body['data'] : {}
  // X has put its own short address in the place of every link.
  const hasLink = typeof data['text'] !== 'string' || /https?:\/\/t\.co\//.test(data['text'])
  return priceOfPost({ hasLink })
}
