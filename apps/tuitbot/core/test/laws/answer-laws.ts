import { type JsonValue } from '@armorer/core'
import { isObject } from '../../src/x-api/is-object.js'
import { ProviderError } from '../../src/x-api/provider-error.js'
import { type XRead } from '../../src/x-api/x-read.js'
import { type XWrite } from '../../src/x-api/x-write.js'
import { readOperations, setTheScene, writeOperations } from '../operations.js'
import { openDoor, startWorld, type World } from '../x-world.js'
import { createDamage } from './damage.js'

type Damage = ReturnType<typeof createDamage>

interface Trial {
  readonly runs: number
  readonly seed: number
}

/**
 * Whatever X answers, a read ends in a result that the answer really holds or in an error of ours; and a write that X has
 * taken is never called refused or unsent, nor applied under an id that X has not said.
 */
export async function damagedAnswersAreNeverBelieved({ runs, seed }: Trial) {
  await using x = await startWorld({ rules: { duplicates: 'allow' } })
  const recordings = await recordAll(x)
  const damage = createDamage(seed)
  const tally = { believed: 0, refused: 0 }
  for (let run = 0; run < runs; run++) {
    const recording = damage.pick(recordings)
    const body = hurt(damage, recording.body)
    const status = damage.int(10) === 0 ? damage.pick([200, 201, 206]) : recording.status
    const fetch = () => Promise.resolve(new Response(new Uint8Array(body), { status }))
    const believed = await recording.replay(openDoor(x, 'alice', { fetch }), body)
    tally[believed ? 'believed' : 'refused']++
  }
  return tally
}

interface Recording {
  readonly status: number
  readonly body: string
  /** Makes the call, and throws where its outcome is none that this answer can have. Says whether it was a success. */
  replay(door: { read: XRead; write: XWrite }, body: Buffer): Promise<boolean>
}

/** What X truly answers to every call. */
async function recordAll(x: World): Promise<Recording[]> {
  const cast = setTheScene(x)
  const recordings: Recording[] = []
  const record = async (
    act: (door: { read: XRead; write: XWrite }) => Promise<unknown>,
    replay: Recording['replay'],
  ) => {
    const fetchKept: typeof fetch = async (input, init) => {
      const response = await fetch(input, init)
      const body = await response.text()
      recordings.push({ status: response.status, body, replay })
      return new Response(body, { status: response.status })
    }
    await act(openDoor(x, 'alice', { fetch: fetchKept }))
  }
  for (const { name, run } of readOperations) {
    await record(
      ({ read }) => run(read, cast),
      async ({ read }, body) => {
        const result = await run(read, cast).catch((error: unknown) => error)
        if (result instanceof ProviderError) return false
        if (result instanceof Error) throw result
        const invented = stringsOf(result).find((text) => !holds(body, text))
        if (invented !== undefined) throw new Error(`${name} made ${invented} up: ${String(body)}`)
        return true
      },
    )
  }
  for (const { name, request, send } of writeOperations) {
    await record(
      ({ write }) => send(write, request(cast)),
      async ({ write }, body) => {
        const sent = await send(write, request(cast))
        if (sent.kind === 'unknown') return false
        // X says of a post that is not there that it was not deleted, and that is no damage.
        if (name === 'a deletion' && sent.kind === 'refused') return false
        if (sent.kind !== 'applied') throw new Error(`${name}: ${sent.kind} for ${String(body)}`)
        const answer: unknown = JSON.parse(String(body))
        const data = isObject(answer) ? answer['data'] : undefined
        if (!isObject(data)) throw new Error(`${name} was believed: ${String(body)}`)
        if (sent.externalId !== undefined && data['id'] !== sent.externalId) {
          throw new Error(`the id ${sent.externalId} was made up: ${String(body)}`)
        }
        return true
      },
    )
  }
  return recordings
}

function hurt(damage: Damage, body: string): Buffer {
  if (damage.int(3) === 0) return damage.bytes(body)
  // X's own answer, so it is JSON.
  return Buffer.from(JSON.stringify(damage.json(JSON.parse(body) as JsonValue)))
}

function holds(body: Buffer, text: string): boolean {
  return body.includes(JSON.stringify(text).slice(1, -1)) || stringsOf(parse(body)).includes(text)
}

function parse(body: Buffer): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}

/** The texts in a value, but for what we know of the call ourselves. */
function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  if (Array.isArray(value)) return value.flatMap(stringsOf)
  if (!isObject(value)) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    ['meta', 'kind', 'partial'].includes(name) ? [] : stringsOf(inner),
  )
}
