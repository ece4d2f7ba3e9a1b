import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { showConfig } from '../../src/config/show-config.js'
import { listProblems, load, loadGood } from './load.js'

const SECRET = 'canary-5f2c'
const toml = `[x_api]\nclient_id = "app"\nclient_secret = "${SECRET}"\n[llm]\napi_key = "${SECRET}"
[approvals]
webhook_url = "https://example.com/${SECRET}"
webhook_secret = "${SECRET}-${SECRET}"
`

test('a secret shows itself to who asks for it, and nowhere else', () => {
  const { config } = loadGood(toml)

  expect(config.xApi.clientSecret?.reveal()).toBe(SECRET)
  expect(config.llm.apiKey?.reveal()).toBe(SECRET)
  const shown = [
    JSON.stringify(config),
    inspect(config, { depth: 9, showHidden: true }),
    String(config.llm.apiKey),
    JSON.stringify(Object.entries({ ...config.llm.apiKey })),
    JSON.stringify(showConfig(config)),
    JSON.stringify(structuredClone(showConfig(config))),
  ]
  expect(shown.join('\n')).not.toContain(SECRET)
})

test('what is shown is in the words of the file', () => {
  const shown = showConfig(
    loadGood(`${toml}[schedule.preferred_times_override]\nMon = ["09:00"]`).config,
  )

  expect(shown).toMatchObject({
    approval_mode: true,
    x_api: { client_id: 'app', client_secret: '(hidden)', access: 'self-serve' },
    limits: { max_replies_per_author_per_day: 1 },
    schedule: { preferred_times_override: { Mon: ['09:00'] } },
  })
})

test.each([
  ['a list', `client_secret = ["${SECRET}"]`],
  ['a table', `client_secret = { is = "${SECRET}" }`],
  ['far too long', `client_secret = "${SECRET.repeat(500)}"`],
  ['in the place of a choice', `access = "${SECRET}"`],
  ['in an address', `base_url = "https://${SECRET}@api.x.com"`],
  ['under a wrong name', `client_secrte = "${SECRET}"`],
  ['without its closing quote', `client_secret = "${SECRET}`],
  ['without quotes', `client_secret = ${SECRET}`],
])('no problem repeats a secret that is %s', (_, line) => {
  const problems = listProblems(`[x_api]\n${line}\n`)

  expect(problems).not.toEqual([])
  expect(problems.join('\n')).not.toContain('canary')
  expect(JSON.stringify(load(`[x_api]\n${line}\n`))).not.toContain('canary')
})

test('a number that stands for a secret is not repeated', () => {
  expect(listProblems('[x_api]\nclient_secret = 123456789')).toEqual([
    '2:1: x_api.client_secret must be text in quotes, not a number',
  ])
})

test('a secret in the environment is no part of what is wrong with it', () => {
  const env = {
    TUITBOT_LLM__APIKEY: SECRET,
    TUITBOT_SERVER__PORT: SECRET,
    TUITBOT_LLM__PROVIDER: SECRET,
  }

  expect(listProblems(undefined, { env }).join('\n')).not.toContain(SECRET)
})
