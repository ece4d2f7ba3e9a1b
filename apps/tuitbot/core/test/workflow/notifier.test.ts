import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { isSigned, SIGNATURE_HEADER } from '@armorer/gateway/notifiers'
import { expect, test, vi } from 'vitest'
import { listTroubles } from '../../src/storage/troubles.js'
import { listActivity } from '../../src/workflow/list-activity.js'
import { publish } from '../../src/workflow/publish.js'
import { ACCOUNT, AGENT, createSmallTuitbot } from './small-tuitbot.js'

const SECRET = 'sixteen letters or more'

test('whoever wants to be told hears of what waits, once, signed and with a link that decides', async () => {
  await using hook = await startHook()
  await using world = await createSmallTuitbot({
    TUITBOT_APPROVALS__WEBHOOK_URL: hook.url,
    TUITBOT_APPROVALS__WEBHOOK_SECRET: SECRET,
  })
  // Two processes look after the same file, and one of them tells.
  const both = [world.tuitbot, await world.open()].map((one) => one.tend())
  await publish(world.tuitbot.ctx, AGENT, { account: ACCOUNT, text: 'Tell me.' })

  await vi.waitFor(() => expect(hook.heard).toHaveLength(1), { timeout: 20_000 })
  const { body = '', signature = '' } = hook.heard[0] ?? {}
  expect(isSigned(body, signature, { secret: SECRET })).toBe(true)
  const { preview, reason } = JSON.parse(body)
  expect([preview.text, reason]).toEqual(['Tell me.', expect.stringContaining('approval mode')])
  const token = String(preview.link).split('/decide/')[1] ?? ''
  expect(await world.tuitbot.links.decide(token, 'approve')).toMatchObject({ kind: 'decided' })
  await Promise.all(both.map((stop) => stop()))
  expect(hook.heard).toHaveLength(1)
})

test('a program is told once, also while a webhook fails, which is noted once', async () => {
  await using hook = await startHook(500)
  const program = `process.stdin.pipe(fs.createWriteStream(process.argv[1] + process.pid))`
  using folder = tempFolder()
  await using world = await createSmallTuitbot({
    TUITBOT_APPROVALS__WEBHOOK_URL: hook.url,
    TUITBOT_APPROVALS__WEBHOOK_SECRET: SECRET,
    TUITBOT_APPROVALS__COMMAND: [process.execPath, '-e', program, `${folder.path}/`].join(),
  })
  const stop = world.tuitbot.tend()
  await publish(world.tuitbot.ctx, AGENT, { account: ACCOUNT, text: 'Tell me.' })

  await vi.waitFor(() => expect(hook.heard.length).toBeGreaterThan(1), { timeout: 20_000 })
  await stop()
  const [heard = '', ...more] = readdirSync(folder.path)
  expect(JSON.parse(readFileSync(join(folder.path, heard), 'utf8'))).toMatchObject({
    type: 'approval.waiting',
    preview: { text: 'Tell me.' },
  })
  expect(more).toEqual([])
  const notes = (await listActivity(world.tuitbot.ctx, ACCOUNT)).filter(
    ({ word }) => word === 'note',
  )
  expect(notes.map(({ text }) => text)).toEqual([
    expect.stringMatching(/^could not tell you of #1: 127\.0\.0\.1:\d+ answered 500$/),
  ])
})

test('that nobody can be told is a trouble, and said once, until somebody was', async () => {
  await using world = await createSmallTuitbot({ TUITBOT_APPROVALS__COMMAND: '/no/such' })
  const { ctx } = world.tuitbot
  const listDoing = async () =>
    (await ctx.db.read((db) => listTroubles(db, ACCOUNT))).map(({ doing }) => doing)
  const said: string[] = []
  const stop = world.tuitbot.tend({ onNotTold: (message) => said.push(message) })
  for (const text of ['Tell me.', 'And this.'])
    await publish(ctx, AGENT, { account: ACCOUNT, text })

  await vi.waitFor(async () => expect(await listDoing()).toEqual(['telling you of what waits']), {
    timeout: 20_000,
  })
  await stop()
  expect(said).toEqual([
    expect.stringMatching(/^could not tell you of #\d: spawn \/no\/such ENOENT$/),
  ])

  const { config } = ctx
  const approvals = { ...config.approvals, command: [process.execPath, '-e', ''] }
  const mended = await world.open({ config: { ...config, approvals } })
  const stopMended = mended.tend()
  await vi.waitFor(async () => expect(await listDoing()).toEqual([]), { timeout: 20_000 })
  await stopMended()
})

interface Heard {
  readonly body: string
  readonly signature: string
}

async function startHook(status = 204) {
  const heard: Heard[] = []
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      heard.push({ body, signature: String(request.headers[SIGNATURE_HEADER]) })
      response.writeHead(status).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : 0
  return {
    heard,
    url: `http://127.0.0.1:${port}/hook?key=1`,
    async [Symbol.asyncDispose]() {
      server.close()
      await once(server, 'close')
    },
  }
}

function tempFolder(): Disposable & { readonly path: string } {
  const path = mkdtempSync(join(tmpdir(), 'tuitbot-told-'))
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) }
}
