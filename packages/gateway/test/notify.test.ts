import { createServer } from 'node:http'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type AddressInfo } from 'node:net'
import { expect, test, vi } from 'vitest'
import { rulesPolicy, type DescribedIntent, type Notifier } from '../src/index.js'
import { commandNotifier, isSigned, webhookNotifier } from '../src/notifiers/index.js'
import { scratchFolder } from './harness/scratch-folder.js'
import { AGENT, createSmallWorld, PERSON, type SmallWorld } from './harness/small-world.js'

const SECRET = 'sixteen characters at least'
const everyMs = 5
const PATIENT = { timeout: 5_000 }

test('everyone is told of every approval', async () => {
  await using world = openWorld()
  const [one, two] = [listener(), listener()]
  world.gateway.notify({ notifiers: [one.notifier, two.notifier], everyMs })

  await world.gateway.run(world.post('a'))
  await world.gateway.run(world.post('b'))

  const both = new Set(['a', 'b'])
  await vi.waitFor(() => expect(new Set(one.heard)).toEqual(both))
  await vi.waitFor(() => expect(new Set(two.heard)).toEqual(both))
})

test('who did not hear is told again, after a crash by someone else', async () => {
  await using world = openWorld()
  const deaf = vi.fn<Notifier>(() => Promise.reject(new Error('not there')))
  const stop = world.gateway.notify({ notifiers: [deaf], everyMs })
  await world.gateway.run(world.post('a'))
  await vi.waitFor(() => expect(deaf).toHaveBeenCalled())
  await stop()

  const { heard, notifier } = listener()
  world.open().gateway.notify({ notifiers: [notifier], everyMs })

  await vi.waitFor(() => expect(heard).toEqual(['a']))
})

test('one who never hears keeps nobody else from hearing of all of them, once each', async () => {
  await using world = openWorld()
  const texts = Array.from({ length: 60 }, (_, at) => `post ${at}`)
  for (const text of texts) await world.gateway.run(world.post(text))
  const deaf = vi.fn<Notifier>(() => {
    throw new Error('not there')
  })
  const { heard, notifier } = listener()

  world.gateway.notify({ notifiers: [deaf, notifier], everyMs })
  await vi.waitFor(() => expect(deaf).toHaveBeenCalledTimes(60), PATIENT)
  world.clock.advance(1_000)
  await vi.waitFor(() => expect(deaf).toHaveBeenCalledTimes(120), PATIENT)

  expect(new Set(heard)).toEqual(new Set(texts))
  expect(heard).toHaveLength(60)
})

test('who hears at last is told no more, by nobody', async () => {
  await using world = openWorld()
  let isThere = false
  const { heard, notifier } = listener()
  const late = vi.fn<Notifier>((approval) =>
    isThere ? notifier(approval) : Promise.reject(new Error('not there')),
  )
  const stop = world.gateway.notify({ notifiers: [late], everyMs })
  await world.gateway.run(world.post('a'))
  await vi.waitFor(() => expect(late).toHaveBeenCalled())
  isThere = true
  world.clock.advance(1_000)

  await vi.waitFor(() => expect(heard).toEqual(['a']))
  await stop()
  const next = listener()
  world.open().gateway.notify({ notifiers: [next.notifier], everyMs })
  await world.gateway.run(world.post('b'))
  await vi.waitFor(() => expect(next.heard).toEqual(['b']))
})

test('what was decided meanwhile, and what was told before, is told to nobody', async () => {
  await using world = openWorld()
  const outcome = await world.gateway.run(world.post('a'))
  const intent = 'intent' in outcome ? String(outcome.intent) : ''
  await world.gateway.reject(intent, { principal: PERSON })
  const first = listener()
  const stop = world.gateway.notify({ notifiers: [first.notifier], everyMs })
  await world.gateway.run(world.post('b'))
  await vi.waitFor(() => expect(first.heard).toEqual(['b']))
  await stop()

  const second = listener()
  world.open().gateway.notify({ notifiers: [second.notifier], everyMs })
  await world.gateway.run(world.post('c'))

  await vi.waitFor(() => expect(second.heard).toEqual(['c']))
})

test('a webhook is signed, so that its receiver can tell who sent it and when', async () => {
  await using receiver = await openReceiver()
  await using world = openWorld()
  const [approval] = await waiting(world)
  if (!approval) throw new Error('nothing waits')
  const notifier = webhookNotifier({ url: receiver.url, secret: SECRET })

  await notifier(approval)

  const [{ body, signature } = { body: '', signature: '' }] = receiver.received
  expect(JSON.parse(body)).toMatchObject({
    type: 'approval.waiting',
    id: approval.intent.id,
    rule: 'ask',
    preview: { text: 'gm' },
  })
  expect(isSigned(body, signature, { secret: SECRET })).toBe(true)
  expect(isSigned(`${body} `, signature, { secret: SECRET })).toBe(false)
  expect(isSigned(body, signature, { secret: `${SECRET}!` })).toBe(false)
  expect(isSigned(body, signature, { secret: SECRET, now: Date.now() + 600_000 })).toBe(false)
  expect(isSigned(body, 'nonsense', { secret: SECRET })).toBe(false)
  receiver.status = 500
  await expect(notifier(approval)).rejects.toThrow('500')
})

test('a webhook leaves this machine over TLS only, and with a secret that is one', () => {
  expect(() => webhookNotifier({ url: 'http://example.com', secret: SECRET })).toThrow('https')
  expect(() => webhookNotifier({ url: 'https://example.com', secret: 'short' })).toThrow('secret')
})

test('a program is started for it, and what strangers wrote is no part of any command', async () => {
  await using world = openWorld()
  const [approval] = await waiting(world, '$(touch /tmp/owned); `id`')
  if (!approval) throw new Error('nothing waits')
  const file = join(scratchFolder('notify-'), 'heard.json')
  const script = `process.stdin.pipe(require('node:fs').createWriteStream(${JSON.stringify(file)}))`

  await commandNotifier({ command: process.execPath, args: ['-e', script] })(approval)

  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({
    preview: { text: '$(touch /tmp/owned); `id`' },
  })
  const failing = commandNotifier({ command: process.execPath, args: ['-e', 'process.exit(3)'] })
  await expect(failing(approval)).rejects.toThrow('3')
  await expect(commandNotifier({ command: '/no/such/program' })(approval)).rejects.toThrow('ENOENT')
})

function openWorld(): SmallWorld {
  return createSmallWorld({ policy: rulesPolicy([{ id: 'ask', action: 'require_approval' }]) })
}

function listener() {
  const heard: unknown[] = []
  const notifier = async ({ preview }: DescribedIntent) => {
    heard.push(Reflect.get(Object(preview), 'text'))
  }
  return { heard, notifier }
}

async function waiting(world: SmallWorld, text = 'gm') {
  const outcome = await world.gateway.run(world.post(text, { principal: AGENT }))
  const described = await world.gateway.describe('intent' in outcome ? String(outcome.intent) : '')
  return described ? [described] : []
}

async function openReceiver() {
  const received: Array<{ body: string; signature: string }> = []
  const receiver = { received, status: 204 }
  const server = createServer((request, response) => {
    void (async () => {
      let body = ''
      for await (const chunk of request) body += String(chunk)
      received.push({ body, signature: String(request.headers['x-armorer-signature']) })
      response.writeHead(receiver.status).end()
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // An address of a listening socket is never a path.
  const { port } = server.address() as AddressInfo
  return Object.assign(receiver, {
    url: `http://127.0.0.1:${port}/hook`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise<void>((resolve) => void server.close(() => resolve()))
    },
  })
}
