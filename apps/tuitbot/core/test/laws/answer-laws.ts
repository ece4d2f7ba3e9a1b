import { type JsonValue } from '@armorer/core'
import { toPostRequest } from '../../src/toolkit/write.js'
import { isObject } from '../../src/x-api/is-object.js'
import { ProviderError } from '../../src/x-api/provider-error.js'
import { readOperations, setTheScene, writeOperations } from '../operations.js'
import { openDoor, permitted, startWorld } from '../x-world.js'
import { createDamage } from './damage.js'

/** Whatever X answers, reads end in a result that the answer really holds, or in our own error. */
export async function damagedAnswersAreNeverBelieved(trial: {
  readonly runs: number
  readonly seed: number
}): Promise<{ successes: number }> {
  await using x = await startWorld({ rules: { duplicates: 'allow' } })
  const cast = setTheScene(x)
  const damage = createDamage(trial.seed)
  let successes = 0
  for (let run = 0; run < trial.runs; run++) {
    x.time.advance(16 * 60_000)
    let said = ''
    const fetchDamaged: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      const body = hurt(await response.text())
      said = body.toString('latin1')
      const status = damage.int(10) === 0 ? damage.pick([200, 201, 204, 206]) : response.status
      return new Response(status === 204 ? null : new Uint8Array(body), {
        status,
        headers: response.headers,
      })
    }
    const hurt = (text: string): Buffer =>
      damage.int(3) === 0
        ? damage.bytes(text)
        : Buffer.from(JSON.stringify(damage.json(JSON.parse(text) as JsonValue)))
    const { read, write } = openDoor(x, 'alice', { fetch: fetchDamaged, writeTimeoutMs: 2_000 })
    if (run % 2 === 0) {
      const operation = damage.pick(readOperations)
      const result = await operation.run(read, cast).catch((error: unknown) => error)
      if (result instanceof ProviderError) continue
      if (result instanceof Error) throw result
      successes++
      for (const text of stringsOf(result)) {
        const quoted = Buffer.from(JSON.stringify(text).slice(1, -1)).toString('latin1')
        if (!said.includes(quoted)) throw new Error(`${operation.name} made ${text} up`)
      }
      continue
    }
    const text = `Number ${run}`
    const sent = await write.createPost(...permitted(toPostRequest({ text })))
    if (sent.kind !== 'applied') {
      // X has taken the post: that it was refused, or not sent, would be a lie.
      if (sent.kind !== 'unknown') throw new Error(`a post that stands was called ${sent.kind}`)
      continue
    }
    successes++
    const answer: unknown = JSON.parse(Buffer.from(said, 'latin1').toString('utf8'))
    const data = isObject(answer) && isObject(answer['data']) ? answer['data'] : {}
    if (data['id'] !== sent.externalId) throw new Error(`the id ${sent.externalId} was made up`)
  }
  return { successes }
}

/** What is in a result, but for what we know of the call ourselves. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsOf)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    ['meta', 'kind', 'partial'].includes(name) ? [] : stringsOf(inner),
  )
}

/** The same for every other write: an answer that does not show the change is not taken for one that does. */
export async function damagedWritesAreNeverCertain(trial: {
  readonly runs: number
  readonly seed: number
}): Promise<void> {
  await using x = await startWorld({ rules: { duplicates: 'allow' } })
  const cast = setTheScene(x)
  const damage = createDamage(trial.seed)
  for (let run = 0; run < trial.runs; run++) {
    x.time.advance(16 * 60_000)
    let body = ''
    const fetchDamaged: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      const whole = JSON.parse(await response.text()) as JsonValue
      body = JSON.stringify(damage.json(whole))
      return new Response(body, { status: response.status, headers: response.headers })
    }
    const operation = damage.pick(writeOperations.filter(({ name }) => name !== 'a deletion'))
    const { write } = openDoor(x, 'alice', { fetch: fetchDamaged })
    const sent = await operation.send(write, operation.request(cast))
    if (sent.kind === 'unknown') continue
    if (sent.kind !== 'applied') throw new Error(`${operation.name}: ${sent.kind} (${body})`)
    if (!/"data":\{./.test(body)) throw new Error(`${operation.name} was believed: ${body}`)
  }
}
