import { expect, test } from 'vitest'
import { listProblems, loadGood } from './load.js'

test('the shortest delay is not longer than the longest', () => {
  expect(listProblems('[limits]\nmin_action_delay_seconds = 200')).toEqual([
    '2:1: limits.min_action_delay_seconds must not be more than limits.max_action_delay_seconds',
  ])
  // What was said is blamed, not what was left alone.
  expect(listProblems('[limits]\nmax_action_delay_seconds = 30')).toEqual([
    '2:1: limits.min_action_delay_seconds must not be more than limits.max_action_delay_seconds',
  ])
  expect(listProblems('[limits]\nmin_action_delay_seconds = 180')).toEqual([])
})

test('a business has a name, and on autopilot words to look for', () => {
  expect(listProblems('[business]\nbrand_voice = "dry"')).toEqual([
    '2:1: business.product_name must be given with the rest of [business]',
  ])
  expect(listProblems('[business]\nproduct_name = "Lantern"')).toEqual([
    '2:1: business.product_keywords or business.competitor_keywords must be given: autopilot is to look for posts by them',
  ])
  expect(listProblems('mode = "composer"\n[business]\nproduct_name = "Lantern"')).toEqual([])
  const named = '[business]\nproduct_name = "Lantern"\n'
  expect(listProblems(`${named}competitor_keywords = ["spreadsheet"]`)).toEqual([])
})

test('empty texts in a business are the same as none', () => {
  const { config } = loadGood('[business]\nbrand_voice = ""\nproduct_url = " "\n')

  expect(config.business.brandVoice).toBeUndefined()
  expect(config.business.productUrl).toBeUndefined()
})

test('a provider that takes a key has one, and one without a known address has that', () => {
  expect(listProblems('[llm]\nprovider = "openai"')).toEqual([
    '2:1: llm.api_key must be given for openai, best as TUITBOT_LLM__API_KEY',
  ])
  expect(listProblems('[llm]\nprovider = "groq"', { env: { TUITBOT_LLM__API_KEY: 'k' } })).toEqual(
    [],
  )
  expect(listProblems('[llm]\nprovider = "ollama"')).toEqual([])
  expect(listProblems('[llm]\nprovider = "compatible"')).toEqual([
    '2:1: llm.base_url must be given for the provider compatible',
    '2:1: llm.model must be given for the provider compatible',
  ])
})

test('a webhook has a secret that cannot be guessed, and is not called over the open network', () => {
  const at = (address: string, secret = '') =>
    `[approvals]\nwebhook_url = "${address}"\nwebhook_secret = "${secret}"\n`
  const long = 'sixteen letters!'

  expect(listProblems(at('https://example.com/hook?key=1', long))).toEqual([])
  expect(listProblems(at('http://127.0.0.1:9000/hook', long))).toEqual([])
  expect(listProblems(at('', ''))).toEqual([])
  expect(listProblems(at('https://example.com/hook', 'short'))).toEqual([
    expect.stringMatching(/^3:1: approvals.webhook_secret must be given .* at least 16 letters/),
  ])
  expect(listProblems(at('http://example.com/hook', long))).toEqual([
    '2:1: approvals.webhook_url must be a web address that begins with https://, unless it is on this machine',
  ])
})

test('who decides is somebody, once, and as many as there are', () => {
  const people = '[people]\nyou = "ann"\nothers = ["ben"]\n'

  expect(listProblems(`${people}[approvals]\nfour_eyes = true\ntell = "ben"`)).toEqual([])
  expect(listProblems(`${people}[approvals]\nquorum = 2`)).toEqual([])
  expect(listProblems(`${people}[approvals]\nquorum = 3`)).toEqual([
    '5:1: approvals.quorum can never be reached: with people.you and people.others it is 2 at most',
  ])
  // One of two who has asked for it does not approve it.
  expect(listProblems(`${people}[approvals]\nquorum = 2\nfour_eyes = true`)).toEqual([
    '5:1: approvals.quorum can never be reached: with people.you and people.others it is 1 at most',
  ])
  expect(listProblems('[approvals]\nfour_eyes = true')).toEqual([
    '2:1: approvals.four_eyes needs somebody else who decides: name them in people.others',
  ])
  expect(listProblems(`${people}[approvals]\ntell = "eva"`)).toEqual([
    '5:1: approvals.tell must be people.you, or one of people.others',
  ])
  expect(listProblems('[people]\nothers = ["Ben", "ben"]')).toEqual([
    '2:1: people.others names ben twice: each is one person',
  ])
  expect(listProblems('[people]\nothers = ["Owner"]')).toEqual([
    '2:1: people.others names Owner twice: each is one person',
  ])
  expect(listProblems('[people]\nyou = "an n"')).toEqual([
    '2:1: people.you must be a name of letters, digits, dots and dashes',
  ])
})

test('a key is not sent over the open network', () => {
  const at = (address: string) =>
    `[llm]\nprovider = "compatible"\nmodel = "m"\nbase_url = "${address}"\n`
  const env = { TUITBOT_LLM__API_KEY: 'k' }

  expect(listProblems(at('http://10.0.0.5:11434/v1'))).toEqual([])
  expect(listProblems(at('http://127.0.0.1:11434/v1'), { env })).toEqual([])
  expect(listProblems(at('https://example.com/v1'), { env })).toEqual([])
  expect(listProblems(at('http://10.0.0.5:11434/v1'), { env })).toEqual([
    '4:1: llm.base_url must begin with https:// where a key is sent, unless it is on this machine',
  ])
})

test.each(['http://api.x.com', 'http://127.0.0.1.example.com', 'http://2130706433.example'])(
  'X is not asked at %s',
  (address) => {
    expect(listProblems(`[x_api]\nbase_url = "${address}"`)).toEqual([
      '2:1: x_api.base_url must begin with https://, unless it is on this machine',
    ])
  },
)

test.each([
  'ftp://x.com',
  'https://me@x.com',
  'https://x.com/?q',
  'https://x.com/#a',
  'x.com',
  '//x',
])('%s is no address of a service', (address) => {
  expect(listProblems(`[x_api]\nbase_url = "${address}"`).join()).toMatch(
    /^2:1: x_api\.base_url must be a web address/,
  )
})

test('there are not more times of a day than posts of a day', () => {
  const toml = `[limits]
max_tweets_per_day = 1
[schedule]
preferred_times = ["09:00", "10:00"]
preferred_times_override.Sun = []
preferred_times_override.Mon = ["01:00", "02:00", "03:00"]
`
  expect(listProblems(toml)).toEqual([
    '4:1: schedule.preferred_times has 2 times a day, but limits.max_tweets_per_day is 1',
    '6:26: schedule.preferred_times_override.Mon has 3 times a day, but limits.max_tweets_per_day is 1',
  ])
})

test('a bad value is told once, and no rule complains of it again', () => {
  const toml = '[limits]\nmin_action_delay_seconds = 200\nmax_action_delay_seconds = -1\n'

  expect(listProblems(toml)).toEqual([
    '3:1: limits.max_action_delay_seconds must be at least 0, not -1',
  ])
})

test.each(['8:00', '24:00', '09:60', '0900', 'noon'])('%s is no time of day', (time) => {
  expect(listProblems(`[schedule]\nthread_preferred_time = "${time}"`)).toEqual([
    '2:1: schedule.thread_preferred_time must be a time such as 09:30',
  ])
})

test.each(['127.0.0.2', '[::1]', 'LOCALHOST', '0.0.0.0', 'constructor'])(
  'no page is served at %s, so none can be asked for',
  (host) => {
    expect(listProblems(`[server]\nhost = "${host}"`)).toEqual([
      '2:1: server.host must be this machine (127.0.0.1, ::1 or localhost): nothing else is safe yet',
    ])
  },
)
