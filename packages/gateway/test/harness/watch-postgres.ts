import { Client } from 'pg'
import { openPostgres } from '../../src/postgres/index.js'
import { type Store } from '../../src/store.js'
import { type Point } from './fleet-effects.js'
import { FLEET_TIMES } from './fleet-times.js'

/** Every query of this process is a point once it is answered; a commit is one when it has left, too. */
export function openWatchedPostgres(url: string, point: Point): Promise<Store> {
  watchQueries(point)
  return openPostgres(url, { times: FLEET_TIMES })
}

function watchQueries(point: Point): void {
  const query: (...input: unknown[]) => unknown = Reflect.get(Client.prototype, 'query')
  Reflect.set(
    Client.prototype,
    'query',
    function watched(this: Client, ...input: unknown[]): unknown {
      const text = textOf(input[0])
      const answer = Reflect.apply(query, this, input)
      if (text === 'commit' || text.includes('gateway_write')) point(`sent: ${text}`)
      if (!(answer instanceof Promise)) return answer
      return answer.finally(() => point(`answered: ${text}`))
    },
  )
}

function textOf(query: unknown): string {
  return typeof query === 'string' ? query : String(Reflect.get(Object(query), 'text'))
}
