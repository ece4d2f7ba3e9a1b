import { expect, test } from 'vitest'
import { listProblems, load, loadGood, notThere } from './load.js'

test('without a file a person approves, only this machine is served, and policy is enforced', () => {
  const { config, sources } = loadGood()

  expect(config.approvalMode).toBe(true)
  expect(config.policy.enforce).toBe(true)
  expect(config.x.aiRepliesApproved).toBe(false)
  expect(config.server.host).toBe('127.0.0.1')
  expect(config.auth.callbackHost).toBe('127.0.0.1')
  expect(config.llm.provider).toBe('offline')
  expect(sources).toEqual({})
})

test('an empty file says the same as none', () => {
  expect(loadGood('').config).toEqual(loadGood().config)
  expect(loadGood('# nothing yet\n[limits]\n').config).toEqual(loadGood().config)
})

test('the later layer wins, and it is told which', () => {
  const toml =
    'mode = "composer"\n[limits]\nmax_replies_per_day = 2\nmax_tweets_per_day = 2\n[server]\nport = 1\n'
  const { config, sources } = loadGood(toml, {
    env: { TUITBOT_LIMITS__MAX_TWEETS_PER_DAY: '3', TUITBOT_SERVER__PORT: '2' },
    flags: { 'server.port': 4000 },
  })

  expect(config.mode).toBe('composer')
  expect(config.limits).toMatchObject({ maxRepliesPerDay: 2, maxTweetsPerDay: 3 })
  expect(config.server.port).toBe(4000)
  expect(sources).toEqual({
    mode: { kind: 'file', file: '/home/ada/.tuitbot/config.toml' },
    'limits.max_replies_per_day': { kind: 'file', file: '/home/ada/.tuitbot/config.toml' },
    'limits.max_tweets_per_day': { kind: 'env', name: 'TUITBOT_LIMITS__MAX_TWEETS_PER_DAY' },
    'server.port': { kind: 'flag', name: 'server.port' },
  })
})

test('variables are read as what the setting is', () => {
  const { config } = loadGood(undefined, {
    env: {
      TUITBOT_APPROVAL_MODE: 'no',
      TUITBOT_X__AI_REPLIES_APPROVED: '1',
      TUITBOT_LIMITS__PRODUCT_MENTION_RATIO: '0.5',
      TUITBOT_BUSINESS__PRODUCT_NAME: 'Lantern',
      TUITBOT_BUSINESS__PRODUCT_KEYWORDS: 'logbook, side project,',
      TUITBOT_SCHEDULE__PREFERRED_TIMES_OVERRIDE__MON: '09:00,17:30',
    },
  })

  expect(config.approvalMode).toBe(false)
  expect(config.x.aiRepliesApproved).toBe(true)
  expect(config.limits.productMentionRatio).toBe(0.5)
  expect(config.business.productKeywords).toEqual(['logbook', 'side project'])
  expect(config.schedule.preferredTimesOverride.Mon).toEqual(['09:00', '17:30'])
})

test('an empty variable says nothing', () => {
  const env = { TUITBOT_LLM__MODEL: '', TUITBOT_SERVER__PORT: '', TUITBOT_UNHEARD_OF: '' }
  const { config, sources } = loadGood('[llm]\nmodel = "m"', { env })

  expect(config.llm.model).toBe('m')
  expect(Object.keys(sources)).toEqual(['llm.model'])
})

test('what cannot be read as such is refused where it was said', () => {
  const env = { TUITBOT_APPROVAL_MODE: 'maybe', TUITBOT_SERVER__PORT: '80a' }

  expect(listProblems(undefined, { env, flags: { 'scoring.threshold': '1e2' } })).toEqual([
    'TUITBOT_APPROVAL_MODE: approval_mode must be true or false, not text',
    'TUITBOT_SERVER__PORT: server.port must be a number, not text',
    '--scoring.threshold: scoring.threshold must be a number, not text',
  ])
})

test('inside another agent a person approves, unless the operator says otherwise in the environment', () => {
  const toml = 'approval_mode = false'

  expect(loadGood(toml).config.approvalMode).toBe(false)
  expect(loadGood(toml, { env: { OPENCLAW_GATEWAY: 'x' } }).config.approvalMode).toBe(true)
  const told = { OPENCLAW_GATEWAY: 'x', TUITBOT_APPROVAL_MODE: 'false' }
  expect(loadGood(toml, { env: told }).config.approvalMode).toBe(false)
})

test('all problems are told at once, each with its place, from above', () => {
  const toml = `aproval_mode = false
mode = "autopilt"
max_replies_per_day = 4
[limits]
max_replies_per_day = 0
min_action_delay_seconds = 1.5
[lim]
[business]
product_keywords = ["a", "", 3]
[server]
port = "80"
host = "0.0.0.0"
[schedule]
preferred_times_override.mon = ["09:00"]
active_days = ["Mon", "Tuesday"]
timezone = "Mars/Base"
[auth]
callback_port = 2024-01-01
[policy]
enforce = false
`
  const env = { TUITBOT_SERVER__PROT: '1', TUITBOT_SCORING__THRESHOLD: '95' }

  expect(listProblems(toml, { env, flags: { 'llm.modl': 'x' } })).toEqual([
    '1:1: aproval_mode is not a setting; did you mean approval_mode?',
    '2:1: mode must be autopilot or composer; did you mean autopilot?',
    '3:1: max_replies_per_day is not a setting; did you mean limits.max_replies_per_day?',
    '5:1: limits.max_replies_per_day must be at least 1, not 0',
    '6:1: limits.min_action_delay_seconds must be a whole number, not 1.5',
    '7:2: lim is not a setting; did you mean llm?',
    '9:26: business.product_keywords[1] must not be empty',
    '9:30: business.product_keywords[2] must be text in quotes, not a number',
    '11:1: server.port must be a number, not text',
    '12:1: server.host must be this machine (127.0.0.1, ::1 or localhost): nothing else is safe yet',
    '14:26: schedule.preferred_times_override.mon is not a setting; did you mean Mon?',
    '15:23: schedule.active_days[1] must be Mon, Tue, Wed, Thu, Fri, Sat or Sun',
    '16:1: schedule.timezone must be a time zone such as Europe/Vienna or UTC',
    '18:1: auth.callback_port must be a number, not a date',
    '20:1: policy.enforce cannot be switched off here: lifting the policy is an act of its own, which lasts an hour and is recorded',
    'TUITBOT_SERVER__PROT: is not a setting; did you mean TUITBOT_SERVER__PORT?',
    'TUITBOT_SCORING__THRESHOLD: scoring.threshold can never be reached: all signals together give 90',
    '--llm.modl: is not a setting; did you mean llm.model?',
  ])
})

test('a setting where a section belongs is refused, and so is a section where a setting belongs', () => {
  expect(listProblems('server = "x"\nlimits = 2024-01-01\n[mode]\nx = 1\n')).toEqual([
    '1:1: server must be a section: write [server] and its settings below',
    '2:1: limits must be a section: write [limits] and its settings below',
    '3:2: mode must be autopilot or composer',
  ])
})

test('a file that is no TOML is told once, with what is wrong elsewhere', () => {
  const env = { TUITBOT_SERVER__PORT: '0', TUITBOT_BUSINESS__BRAND_VOICE: 'dry' }

  expect(listProblems('mode = "composer"\n[business\n', { env })).toEqual([
    '2:10: is not valid TOML: illegal character in key',
    'TUITBOT_SERVER__PORT: server.port must be at least 1, not 0',
  ])
})

test('a file that somebody named must exist, the usual one need not', () => {
  const file = '/home/ada/my.toml'

  expect(listProblems(undefined, { path: '~/my.toml' })).toEqual([
    `--config: ${file} does not exist`,
  ])
  expect(listProblems(undefined, { env: { TUITBOT_CONFIG: file } })).toEqual([
    `TUITBOT_CONFIG: ${file} does not exist`,
  ])
  expect(listProblems(undefined)).toEqual([])
})

test('a file that is there and cannot be read is a problem, whoever named it', () => {
  const readFile = () => {
    throw Object.assign(new Error('permission denied'), { code: 'EACCES' })
  }

  expect(listProblems(undefined, { readFile })).toEqual([' cannot be read (EACCES)'])
  expect(listProblems(undefined, { readFile, path: '/x.toml' })).toEqual([
    '--config: /x.toml cannot be read (EACCES)',
  ])
})

test('home is what --home says, else TUITBOT_HOME, else ~/.tuitbot', () => {
  const asked: string[] = []
  const readFile = (path: string) => {
    asked.push(path)
    return notThere()
  }
  const places = [
    load(undefined, { readFile, home: '/a', env: { TUITBOT_HOME: '/b' } }),
    load(undefined, { readFile, env: { TUITBOT_HOME: '~/b' } }),
    load(undefined, { readFile }),
    load(undefined, { readFile, path: '/c/x.toml', env: { TUITBOT_CONFIG: '/d/y.toml' } }),
  ]

  expect(asked.slice(0, 3)).toEqual([
    '/a/config.toml',
    '/home/ada/b/config.toml',
    '/home/ada/.tuitbot/config.toml',
  ])
  expect(asked[3]).toBe('/c/x.toml')
  expect(places.slice(0, 3).map((one) => one.kind === 'ok' && one.config.storage.dbPath)).toEqual([
    '/a/tuitbot.db',
    '/home/ada/b/tuitbot.db',
    '/home/ada/.tuitbot/tuitbot.db',
  ])
})

test('who has no home folder is told to name one', () => {
  expect(listProblems(undefined, { env: { HOME: undefined } })).toEqual([
    'TUITBOT_HOME: must name a folder, because no home folder is known',
  ])
})

test('the database lies in the home folder, or where its path says', () => {
  const dbPath = (path: string) => loadGood(`[storage]\ndb_path = "${path}"`).config.storage.dbPath

  expect(dbPath('data/t.db')).toBe('/home/ada/.tuitbot/data/t.db')
  expect(dbPath('~/t.db')).toBe('/home/ada/t.db')
  expect(dbPath('/var/t.db')).toBe('/var/t.db')
})

test('the configuration cannot be changed by who is handed it', () => {
  const { config } = loadGood()

  expect(Object.isFrozen(config)).toBe(true)
  expect(Object.isFrozen(config.limits)).toBe(true)
  expect(Object.isFrozen(config.limits.bannedPhrases)).toBe(true)
})
