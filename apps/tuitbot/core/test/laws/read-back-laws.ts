import { createHash } from 'node:crypto'
import { stagingPermitFor } from '@armorer/gateway/testing'
import { type NewPost, type Post } from '@tuitbot/x-simulator'
import { findOwnPost, type FoundPost } from '../../src/toolkit/find-own-post.js'
import { openDoor, startWorld, type World } from '../x-world.js'
import { createDamage } from './damage.js'

type Damage = ReturnType<typeof createDamage>

/** What was tried, so that nobody takes an empty law for a good one. */
export interface ReadBackTally {
  found: number
  absent: number
  ambiguous: number
}

const lags = [0, 1_000, 10_000, 60_000]
const settleMs = 90_000
const worldEvery = 250

/**
 * Among look-alikes, late reads, shortened links and escaped signs, a post is bound only if it is the one that was sent,
 * is found whenever it is there alone, and where two fit equally a person is asked.
 */
export async function readBackNeverBindsAnother(trial: {
  readonly runs: number
  readonly seed: number
}): Promise<ReadBackTally> {
  const damage = createDamage(trial.seed)
  const tally: ReadBackTally = { found: 0, absent: 0, ambiguous: 0 }
  for (let done = 0; done < trial.runs; done += worldEvery) {
    await using x = await startWorld({ world: 'cast', rules: { duplicates: 'allow' } })
    const pictures = [await uploadPicture(x, 1), await uploadPicture(x, 2)]
    for (let run = done; run < Math.min(trial.runs, done + worldEvery); run++) {
      tally[await tryOne(x, damage, { run, pictures })]++
    }
  }
  return tally
}

interface Setting {
  readonly run: number
  readonly pictures: readonly string[]
}

async function tryOne(x: World, damage: Damage, setting: Setting): Promise<keyof ReadBackTally> {
  x.faults.clear()
  x.time.advance(20 * 60_000)
  const draft = makeDraft(x, damage, setting)
  // An older twin: the same words an hour ago are not ours.
  if (damage.int(2) === 0) x.post('alice', { ...draft, createdAt: x.clock.now() - 3_600_000 })
  x.time.advance(3_700_000)
  const dispatchedAt = x.clock.now()
  const bound = new Set<string>()
  const scene = { draft, pictures: setting.pictures, bound }
  const noise = Array.from({ length: damage.int(5) }, () => addNoise(x, damage, scene))
  const twins = damage.pick([0, 1, 1, 1, 1, 1, 1, 2])
  const sent = Array.from({ length: twins }, () => {
    x.time.advance(1 + damage.int(3_000))
    return x.post('alice', draft)
  })
  for (let n = 0; n < damage.int(3); n++) noise.push(addNoise(x, damage, scene))
  x.time.advance(settleMs)
  const escaping: typeof fetch = async (input, init) => {
    const response = await fetch(input, init)
    const { status, headers } = response
    return new Response(escapeTexts(await response.text()), { status, headers })
  }
  const { read, userId } = openDoor(x, 'alice', {
    names: damage.pick(['post', 'tweet']),
    ...(damage.int(2) === 0 && { fetch: escaping }),
  })
  const look = () =>
    findOwnPost(
      read,
      {
        userId,
        text: draft.text,
        ...(draft.replyTo && { replyTo: draft.replyTo.id }),
        ...(draft.quoteOf && { quoteOf: draft.quoteOf.id }),
        mediaCount: draft.mediaIds?.length ?? 0,
        isBound: (id) => Promise.resolve(bound.has(id)),
      },
      { from: dispatchedAt - 5_000, until: dispatchedAt + 60_000 },
    )
  x.fault({ method: 'GET', fault: { kind: 'lag', ms: damage.pick(lags) } })
  return judge(await look(), sent, JSON.stringify([draft.text, noise.map(({ text }) => text)]))
}

function judge(found: FoundPost, sent: readonly Post[], scene: string): keyof ReadBackTally {
  const [only] = sent
  switch (found.kind) {
    case 'applied':
      if (sent.length !== 1 || found.externalId !== only?.id) {
        throw new Error(`${found.externalId} was bound: ${scene}`)
      }
      return 'found'
    case 'absent':
      if (sent.length > 0) throw new Error(`a post that is there was not seen: ${scene}`)
      return 'absent'
    case 'ambiguous':
      if (sent.length === 1) throw new Error(`a post that is alone was not bound: ${scene}`)
      if (sent.length === 0) throw new Error(`something was taken for it: ${scene}`)
      return 'ambiguous'
    case 'unreadable':
    case 'postponed':
      throw new Error(found.message)
  }
}

const words = [
  'Ship it',
  'a < b && c > d',
  'Café ☕',
  '日本語の投稿',
  '&lt;tag&gt;',
  'R&D',
  '👩‍👩‍👧‍👦 family',
  '@carol hi',
]
const links = [
  'https://example.com/a?b=c&d=e',
  'http://example.org',
  'example.net/path',
  'https://example.com/',
]

function makeDraft(x: World, damage: Damage, { run, pictures }: Setting): NewPost {
  const parts = [damage.pick(words), `no. ${run}`]
  for (let n = 0; n < damage.int(3); n++) parts.push(damage.pick(links), damage.pick(words))
  const text = parts.join(damage.pick([' ', '\n', '  ']))
  switch (damage.int(4)) {
    case 0:
      return { text, replyTo: x.post('bob', { text: `Tell me, @alice (${run})` }) }
    case 1:
      return { text, quoteOf: x.post('bob', { text: `A thought (${run})` }) }
    case 2:
      return { text, mediaIds: pictures.slice(0, 1 + damage.int(2)) }
    default:
      return { text }
  }
}

interface Scene {
  readonly draft: NewPost
  readonly pictures: readonly string[]
  /** The outcomes of other intents. */
  readonly bound: Set<string>
}

/** Something that resembles what was sent, and is not it. */
function addNoise(x: World, damage: Damage, { draft, pictures, bound }: Scene): Post {
  x.time.advance(1 + damage.int(2_000))
  const { text, replyTo, mediaIds = [] } = draft
  const elsewhere = x.post('bob', { text: `Somewhere else, @alice ${x.clock.now()}` })
  switch (damage.int(8)) {
    case 0:
      return x.post('alice', { ...draft, replyTo: elsewhere })
    case 1:
      return x.post('alice', { text, ...(replyTo && { replyTo }), quoteOf: elsewhere })
    case 2:
      return x.post('alice', {
        ...draft,
        mediaIds: mediaIds.length === 1 ? pictures : pictures.slice(0, 1),
      })
    case 3:
      return x.post('alice', { ...draft, text: `${text}!` })
    case 4:
      return x.post('alice', { ...draft, text: text.replace('no.', 'No.') })
    case 5:
      return x.post('bob', { ...draft })
    case 6: {
      // The same in every way, but known as the outcome of another intent.
      const twin = x.post('alice', draft)
      bound.add(twin.id)
      return twin
    }
    default:
      return x.post('alice', { text: `RT @bob: ${text}`, repostOf: elsewhere })
  }
}

async function uploadPicture(x: World, fill: number): Promise<string> {
  const bytes = Buffer.alloc(100, fill)
  bytes.write('\x89PNG\r\n\x1a\n', 'latin1')
  const permit = stagingPermitFor(createHash('sha256').update(bytes).digest('hex'))
  const staging = await openDoor(x).media.upload(permit, new Blob([new Uint8Array(bytes)]), {
    type: 'image/png',
    category: 'tweet_image',
  })
  if (staging.kind === 'failed') throw new Error(staging.message)
  return staging.media.id
}

/** As some of X's answers do it. */
function escapeTexts(body: string): string {
  return JSON.stringify(JSON.parse(body), (name, value: unknown) =>
    name === 'text' && typeof value === 'string'
      ? value.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
      : value,
  )
}
