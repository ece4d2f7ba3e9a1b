import { Client } from 'pg'
import { type Point } from './fleet-effects.js'

/** Every query of this process is a point once it is answered; a commit is one when it has left, too. */
export function watchPostgres(point: Point): void {
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
