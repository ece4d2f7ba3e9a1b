import fc from 'fast-check'
import { stringify } from 'smol-toml'
import { describeProblem } from '../../src/config/config-problem.js'
import { type Config } from '../../src/config/config-schema.js'
import { loadConfig } from '../../src/config/load-config.js'
import { showConfig } from '../../src/config/show-config.js'
import { GOOD_FILES, SECRET } from './good-files.js'

const TOKENS = [
  '"',
  "'",
  '"""',
  "'''",
  '[',
  ']',
  '[[',
  '{',
  '}',
  '=',
  ',',
  '.',
  '#',
  '\n',
  '\r\n',
  '\\',
  '\\u',
  '\u0000',
  '\uFEFF',
  '\u202E',
  '💡',
  '\uD800',
  '__proto__',
  'constructor',
  'toString',
  '-1',
  '0',
  '1e400',
  'nan',
  'inf',
  '99999999999999999999',
  '0x',
  '1979-05-27',
  'true',
  'false',
  '""',
  '[]',
  '{}',
  'mode',
  '[server]',
  '[[limits]]',
  'server.port = 0',
  'limits = 3',
  '"é" = 1',
  '[a.b.c]',
  '[['.repeat(40),
  'a.'.repeat(500),
] as const

type Edit =
  | { kind: 'insert'; at: number; text: string }
  | { kind: 'delete'; at: number; length: number }
  | { kind: 'copy'; at: number; from: number; length: number }
  | { kind: 'swapLines'; one: number; other: number }

const share = fc.double({ min: 0, max: 1, noNaN: true })
const edit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    kind: fc.constant('insert' as const),
    at: share,
    text: fc.oneof(
      fc.constantFrom(...TOKENS),
      fc.nat(0x10ffff).map((point) => String.fromCodePoint(point)),
    ),
  }),
  fc.record({ kind: fc.constant('delete' as const), at: share, length: fc.nat(40) }),
  fc.record({ kind: fc.constant('copy' as const), at: share, from: share, length: fc.nat(80) }),
  fc.record({ kind: fc.constant('swapLines' as const), one: share, other: share }),
)

/**
 * Whatever becomes of a file, it is either good in every respect or refused with problems that point into it; nothing is
 * thrown, no secret is repeated, and the world's objects are left alone.
 */
export function damagedFilesAreReadOrRefused({ runs, seed }: { runs: number; seed: number }) {
  const tally = { ok: 0, invalid: 0 }
  fc.assert(
    fc.property(fc.constantFrom(...GOOD_FILES), fc.array(edit, { maxLength: 6 }), (file, edits) => {
      const toml = edits.reduce(apply, file)
      const loaded = load(toml)
      tally[loaded.kind]++
      if (loaded.kind === 'ok') {
        assertGood(loaded.config)
        assertRepeatable(loaded.config)
      } else {
        for (const problem of loaded.problems) assertPoints(toml, problem)
        const said = loaded.problems.map(describeProblem).join('\n')
        assert(!said.includes(SECRET), `a secret was repeated: ${said}`)
      }
      assert(Object.keys(Object.prototype).length === 0, 'every object has got a field')
    }),
    { numRuns: runs, seed },
  )
  return tally
}

function load(toml: string) {
  return loadConfig({ env: { HOME: '/home/ada' }, readFile: () => toml })
}

function apply(text: string, edit: Edit): string {
  const at = (share: number) => Math.floor(share * text.length)
  switch (edit.kind) {
    case 'insert':
      return text.slice(0, at(edit.at)) + edit.text + text.slice(at(edit.at))
    case 'delete':
      return text.slice(0, at(edit.at)) + text.slice(at(edit.at) + edit.length)
    case 'copy': {
      const copied = text.slice(at(edit.from), at(edit.from) + edit.length)
      return text.slice(0, at(edit.at)) + copied + text.slice(at(edit.at))
    }
    case 'swapLines': {
      const lines = text.split('\n')
      const [one, other] = [edit.one, edit.other].map((share) =>
        Math.floor(share * (lines.length - 1)),
      )
      const swapped = lines.map((line, index) =>
        index === one ? lines[other ?? 0] : index === other ? lines[one ?? 0] : line,
      )
      return swapped.join('\n')
    }
  }
}

/** What is true of every configuration, said a second time and without its schema. */
function assertGood(config: Config) {
  const { limits, scoring, schedule, server, auth, llm, business } = config
  const slots = [schedule.preferredTimes, ...Object.values(schedule.preferredTimesOverride)]
  const whole = [
    ...Object.values(scoring),
    ...Object.values(config.intervals),
    server.port,
    auth.callbackPort,
  ]
  const claims: Readonly<Record<string, boolean>> = {
    mode: ['autopilot', 'composer'].includes(config.mode),
    truth: [config.approvalMode, config.x.aiRepliesApproved].every(
      (one) => typeof one === 'boolean',
    ),
    enforced: config.policy.enforce,
    loopback: [server.host, auth.callbackHost].every((host) =>
      ['127.0.0.1', '::1', 'localhost'].includes(host),
    ),
    whole: whole.every((one) => Number.isSafeInteger(one) && one >= 0),
    ports: [server.port, auth.callbackPort].every((one) => one >= 1 && one <= 65_535),
    threshold: scoring.threshold <= 100,
    limits: [limits.maxRepliesPerDay, limits.maxTweetsPerDay, limits.maxThreadsPerWeek].every(
      (one) => one > 0,
    ),
    delays: limits.minActionDelaySeconds <= limits.maxActionDelaySeconds,
    ratio: limits.productMentionRatio >= 0 && limits.productMentionRatio <= 1,
    phrases: limits.bannedPhrases.every((one) => one.trim() !== ''),
    hours: [schedule.activeHoursStart, schedule.activeHoursEnd].every(
      (one) => one >= 0 && one <= 23,
    ),
    slots: slots.every((times) => (times?.length ?? 0) <= limits.maxTweetsPerDay),
    times: [...slots.flat(), schedule.threadPreferredTime].every(
      (time) => !Number.isNaN(Date.parse(`2020-01-01T${time}:00Z`)),
    ),
    zone: typeof new Date().toLocaleString('en', { timeZone: schedule.timezone }) === 'string',
    key: !['openai', 'groq'].includes(llm.provider) || llm.apiKey !== undefined,
    named: !business.brandVoice || business.productName !== undefined,
    absolute: config.storage.dbPath.startsWith('/'),
  }
  for (const [claim, holds] of Object.entries(claims)) assert(holds, `${claim} does not hold`)
}

/** Written down as a file again, it says the same. */
function assertRepeatable(config: Config) {
  const shown = showConfig(config)
  const reveal = (section: unknown, name: string, text: string | undefined) =>
    text !== undefined && Object.assign(section as object, { [name]: text })
  reveal(shown['x_api'], 'client_secret', config.xApi.clientSecret?.reveal())
  reveal(shown['llm'], 'api_key', config.llm.apiKey?.reveal())
  const again = load(stringify(shown))
  const text = JSON.stringify(again.kind === 'ok' ? again.config : again.problems)
  assert(text === JSON.stringify(config), `read again it became ${text}`)
}

function assertPoints(
  toml: string,
  { line, column, message }: { line?: number; column?: number; message: string },
) {
  assert(message !== '', 'a problem says nothing')
  const text = toml.split('\n')[(line ?? 0) - 1]
  assert(text !== undefined && column !== undefined, `${message}: there is no line ${line}`)
  assert(
    column >= 1 && column <= text.length + 1,
    `${message}: line ${line} has no column ${column}`,
  )
}

function assert(holds: boolean, message: string): asserts holds {
  if (!holds) throw new Error(message)
}
