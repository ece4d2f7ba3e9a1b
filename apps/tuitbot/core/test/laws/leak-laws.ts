import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { toPostRequest } from '../../src/toolkit/write.js'
import { createCostLog } from '../../src/storage/cost-log.js'
import { putSecret } from '../../src/storage/secrets.js'
import { createAccessTokens } from '../../src/x-api/oauth/create-access-tokens.js'
import { createOAuthClient } from '../../src/x-api/oauth/oauth-client.js'
import { finishLogin, startLogin } from '../../src/x-api/oauth/login.js'
import { readOperations, setTheScene, writeOperations } from '../operations.js'
import { openDoor, permitted, startWorld, type World } from '../x-world.js'
import { openFolder } from '../storage/storage-folder.js'

type Home = Awaited<ReturnType<typeof openFolder>>

/** Everything that was written, thrown, shown or logged in a run, and the secrets that must not be in it. */
export interface Leaks {
  readonly searched: number
  readonly hits: readonly string[]
}

/** Goes through all that the door to X does, well and badly, and looks for its secrets in everything that is left. */
export async function secretsStayInTheirPlace(): Promise<Leaks> {
  await using x = await startWorld({ rules: { duplicates: 'allow' } })
  await using home = await openFolder()
  const clientSecret = 'demo-secret'
  const secrets = new Map<string, string>([['client secret', clientSecret]])
  const shown = await exercise(x, home, { clientSecret, secrets })
  const key = /^1:(.+)\n$/.exec(readFileSync(home.keyFile, 'utf8'))?.[1] ?? ''
  secrets.set('master key', Buffer.from(key, 'base64').toString('latin1'))
  const files = readdirSync(home.folder).filter((name) => !home.keyFile.endsWith(name))
  const places = [
    ...files.map((name) => [name, readFileSync(join(home.folder, name))] as const),
    ['what was thrown, returned and logged', Buffer.from(shown.join('\n'))] as const,
  ]
  const hits = [...secrets].flatMap(([what, secret]) =>
    formsOf(secret).flatMap((form) =>
      places.flatMap(([place, bytes]) => (bytes.includes(form) ? [`${what} in ${place}`] : [])),
    ),
  )
  return { searched: secrets.size * places.length, hits }
}

interface Cast {
  readonly clientSecret: string
  readonly secrets: Map<string, string>
}

async function exercise(x: World, home: Home, { clientSecret, secrets }: Cast): Promise<string[]> {
  const shown: string[] = []
  const show = (thing: unknown) => shown.push(inspect(thing, { depth: 8 }))
  const release = listen(show)
  try {
    await home.db.write((db) =>
      putSecret(db, home.box, { owner: 'app', kind: 'client_secret' }, clientSecret),
    )
    const app = { clientId: 'demo-client', clientSecret }
    const now = () => x.clock.now()
    const oauth = createOAuthClient({ app, tokenBaseUrl: x.url, authorizeBaseUrl: x.url, now })
    const pending = startLogin(oauth, { redirectUri: 'http://127.0.0.1:9/callback' })
    secrets.set('verifier', pending.verifier)
    show(await finishLogin(oauth, pending, { kind: 'code', code: 'code_stolen' }))
    const log = createCostLog(home.db, { onError: show })
    const tokens = createAccessTokens({
      account: 'alice',
      store: home.store,
      oauth,
      owner: 'me',
      now,
    })
    const cast = setTheScene(x)
    for (const fault of [undefined, ...faults]) {
      x.faults.clear()
      const pair = x.token('alice')
      const { accessToken, refreshToken = '', scopes } = pair
      await home.store.replace(
        'alice',
        { accessToken, refreshToken, scopes, expiresAt: now() },
        now(),
      )
      if (fault) x.fault({ times: 1_000, fault })
      const door = openDoor(x, 'alice', { tokens, costs: log })
      for (const { run } of readOperations)
        show(await run(door.read, cast).catch((error: unknown) => error))
      for (const { request, send } of writeOperations) show(await send(door.write, request(cast)))
      show(await door.write.createPost(...permitted(toPostRequest({ text: `Hello ${now()}` }))))
      show([door, oauth, tokens, home.db, home.box, home.store])
      const login = await home.store.find('alice')
      secrets.set(`access token ${now()}`, accessToken).set(`refresh token ${now()}`, refreshToken)
      if (!fault && login?.accessToken === accessToken) throw new Error('nothing was renewed')
      secrets.set(`new access token ${now()}`, login?.accessToken ?? accessToken)
      secrets.set(`new refresh token ${now()}`, login?.refreshToken ?? refreshToken)
      x.time.advance(3 * 3_600_000)
    }
    await log.flush()
    // A token is what it returns; only what it throws is for all to see.
    await tokens.renew('at_guess').catch(show)
  } finally {
    release()
  }
  return shown
}

const faults = [
  { kind: 'reset', when: 'after' },
  { kind: 'status', status: 401, when: 'before' },
  { kind: 'status', status: 503, when: 'before', shape: 'html' },
  { kind: 'bad-body', when: 'after', body: 'truncated' },
] as const

/** Whatever is printed meanwhile is looked through too. */
function listen(show: (thing: unknown) => void): () => void {
  const { write } = process.stderr
  const { log, error, warn } = console
  console.log = console.error = console.warn = (...things) => show(things)
  process.stderr.write = (text) => {
    show(text)
    return true
  }
  return () => {
    process.stderr.write = write
    Object.assign(console, { log, error, warn })
  }
}

/** A secret as it is, and in the clothes that it may have been put in. */
function formsOf(secret: string): Buffer[] {
  const bytes = Buffer.from(secret, 'latin1')
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.concat([Buffer.alloc(shift), bytes])
      .toString('base64')
      .slice(4, -4),
  )
  const texts = [
    bytes.toString('hex'),
    ...base64,
    bytes.toString('base64'),
    bytes.toString('base64url'),
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
  ]
  return [bytes, ...texts.filter((text) => text.length >= 8).map((text) => Buffer.from(text))]
}
