import { createServer } from 'node:http'
import { type AddressInfo } from 'node:net'
import { approve, publish } from '@tuitbot/core'
import { basename, dirname } from 'node:path'
import { expect, test, vi } from 'vitest'
import { isProgram } from '../src/is-program.js'
import { runCli } from '../src/run-cli.js'
import { openSmallHome, record } from './small-home.js'

test('the doctor says which settings nothing goes by yet', async () => {
  await using home = await openSmallHome({ TUITBOT_SCHEDULE__TIMEZONE: 'Europe/Vienna' })

  expect((await home.command('doctor')).out).toMatch(
    /^ok {4}settings {7}not in use yet: business\.product_keywords, schedule\.timezone$/m,
  )
})

test('the doctor says how a pause is ended', async () => {
  await using home = await openSmallHome()
  await home.command('pause', 'lunch')

  expect((await home.command('doctor')).out).toMatch(
    /^MIND {2}pause {10}paused: lunch; tuitbot resume lets things leave again$/m,
  )
})

test('the doctor minds a program that is to be told and is not there, and a telling that failed', async () => {
  await using home = await openSmallHome({ TUITBOT_APPROVALS__COMMAND: '/no/such' })
  const { tuitbot } = home
  const missing =
    'MIND  told           there is no program /no/such, so nobody is told: see approvals.command'
  expect((await home.command('doctor')).out).toContain(missing)

  const stop = tuitbot.tend()
  const draft = { account: tuitbot.account, text: 'Tell me.' }
  await publish(tuitbot.ctx, { kind: 'agent', id: 'claude' }, draft)
  await vi.waitFor(
    async () =>
      expect((await home.command('doctor')).out).toMatch(
        /^MIND {2}told {11}telling you of what waits has failed since .*: spawn \/no\/such ENOENT$/m,
      ),
    { timeout: 20_000 },
  )
  await stop()
})

test('the doctor finds a program in PATH', async () => {
  const env = { PATH: dirname(process.execPath) }
  expect(isProgram(basename(process.execPath), env)).toBe(true)
  expect(isProgram('no-such-program', env)).toBe(false)
})

test('the doctor says what fails again and again', async () => {
  await using home = await openSmallHome()
  expect((await home.command('doctor')).out).toMatch(/^ok {4}loops {10}nothing fails$/m)
  home.x.fault({ method: 'GET', path: '/2/users/*/mentions', fault: DOWN })

  const stop = home.tuitbot.start()
  await vi.waitFor(async () =>
    expect((await home.command('doctor')).out).toMatch(
      /^MIND {2}loops {10}answering mentions has failed since [-\d]+ [:\d]+ UTC: .*X/m,
    ),
  )
  await stop()
})

test.each([
  [200, 0, 'ok    model          compatible: tiny answers'],
  [
    401,
    1,
    'MIND  model          compatible: the provider does not accept the key: set llm.api_key',
  ],
])('the doctor lets a model write a few words: HTTP %i', async (status, code, line) => {
  await using model = await startModel(status)
  await using home = await openSmallHome(settingsOf(model.url))

  const said = await home.command('doctor')

  expect(said.code).toBe(code)
  expect(said.out.split('\n')).toContain(line)
  expect(model.asked()).toBe(1)
})

test('a model that is not there, or whose key is none, is told as that', async () => {
  await using home = await openSmallHome(settingsOf('http://127.0.0.1:9'))
  const away = await home.command('doctor')
  expect(away).toMatchObject({ code: 1, err: '' })
  expect(away.out).toMatch(/^MIND {2}model {10}compatible: the provider cannot be reached$/m)

  const env = { ...settingsOf('http://127.0.0.1:9'), TUITBOT_LLM__API_KEY: 'no key' }
  const io = record({ ...env, TUITBOT_HOME: home.path })
  expect(await runCli(['doctor'], io)).toBe(1)
  expect(io.said.out).toMatch(/^MIND {2}model {10}compatible: the key holds characters/m)
  expect(io.said.out).not.toMatch(/^MIND {2}database/m)
})

test('the doctor looks at all that is approved', { timeout: 60_000 }, async () => {
  await using home = await openSmallHome()
  const { ctx, account, owner } = home.tuitbot
  const ids: number[] = []
  for (let number = 1; number <= 101; number += 1) {
    const draft = { account, text: `Note ${number}.` }
    const asked = await publish(ctx, { kind: 'agent', id: 'claude' }, draft)
    ids.push(asked.kind === 'needs_approval' ? asked.queueId : 0)
  }
  await home.command('pause', 'lunch')
  for (const id of ids) await approve(ctx, { id, by: owner })

  const [line = ''] = /^.* approved .*$/m.exec((await home.command('doctor')).out) ?? []

  expect(line.match(/#\d+/g)).toHaveLength(101)
})

function settingsOf(url: string) {
  return {
    TUITBOT_LLM__PROVIDER: 'compatible',
    TUITBOT_LLM__BASE_URL: `${url}/v1`,
    TUITBOT_LLM__MODEL: 'tiny',
  }
}

/** As much of a model as answers one question. */
async function startModel(status: number) {
  let asked = 0
  const server = createServer((request, response) => {
    asked += 1
    request.resume()
    const completion = { choices: [{ finish_reason: 'stop', message: { content: 'Hello.' } }] }
    response.writeHead(status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(completion))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It listens on a port, so that is what it has.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked: () => asked,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const DOWN = { kind: 'status', status: 403, when: 'before' } as const
