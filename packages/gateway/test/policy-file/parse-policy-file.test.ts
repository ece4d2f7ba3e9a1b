import { expect, test } from 'vitest'
import { parsePolicyFile, showProblem } from '../../src/policy-file/index.js'
import { storedPolicy } from '../../src/index.js'

const GOOD = `# What our bot may do.
template = "calm"

[[rules]]
id = "night"
action = "require_approval"
schedule = { zone = "Europe/Berlin", from = "22:00", until = "07:00" }

[[rules]]
id = "links"
action = "deny"
reason = "links are dear"
args = [{ path = "text", links = { min = 1 } }]

[[limits]]
id = "kind-to-people"
dimension = "replies"
max = 3
per = "1d"
by = ["args.author"]
`
const policy = storedPolicy({
  templates: { calm: { rules: [{ id: 'tpl:all', action: 'allow' }] } },
})

const problemsOf = (toml: string) => {
  const parsed = parsePolicyFile(toml, policy)
  return parsed.kind === 'bad'
    ? parsed.problems.map((problem) => showProblem('p.toml', problem))
    : []
}

test('a good file is a document of plain data', () => {
  const parsed = parsePolicyFile(GOOD, policy)

  expect(parsed).toMatchObject({ kind: 'good', document: { template: 'calm' } })
  expect(parsed.kind === 'good' && parsed.document.rules?.[0]).toEqual({
    id: 'night',
    action: 'require_approval',
    schedule: { zone: 'Europe/Berlin', from: '22:00', until: '07:00' },
  })
})

test('a byte order mark and other line ends do no harm', () => {
  expect(parsePolicyFile(`\uFEFF${GOOD.replaceAll('\n', '\r\n')}`, policy).kind).toBe('good')
})

for (const [name, from, to, expected] of [
  ['an unknown field', 'reason =', 'raeson =', /^p\.toml:12:1 rules\.1\.raeson is not known here/],
  [
    'a bad zone',
    'Europe/Berlin',
    'Berlin',
    /^p\.toml:7:14 rules\.0\.schedule\.zone must be a time zone/,
  ],
  [
    'a bad value deep inside',
    'min = 1',
    'min = -1',
    /^p\.toml:13:36 rules\.1\.args\.0\.links\.min/,
  ],
  [
    'two rules of one name',
    '"links"',
    '"night"',
    /^p\.toml:10:1 rules\.1\.id night is the id of another/,
  ],
  ['something that is missing', 'max = 3\n', '', /^p\.toml:15:1 limits\.0 must say its max/],
  [
    'a template that is not there',
    '"calm"',
    '"bold"',
    /^p\.toml:2:1 template is not known; there is calm/,
  ],
  ['a date', 'max = 3', 'max = 2020-01-01', /^p\.toml:18:1 limits\.0\.max must be a whole number/],
  [
    'a number that is none',
    'max = 3',
    'max = nan',
    /^p\.toml:18:1 limits\.0\.max must be a whole number/,
  ],
  [
    'a key of every object',
    'max = 3',
    'max = 3\n__proto__ = 1',
    /^p\.toml:19:1 limits\.0\.__proto__ is not known/,
  ],
  ['no TOML', 'max = 3', 'max = ', /^p\.toml:18:\d+ is not valid TOML/],
  ['the same key twice', 'max = 3', 'max = 3\nmax = 4', /^p\.toml:19:\d+ is not valid TOML/],
] satisfies Array<[string, string, string, RegExp]>) {
  test(`${name} is shown with line and column`, () => {
    const toml = GOOD.replace(from, to)

    expect(toml).not.toBe(GOOD)
    expect(problemsOf(toml)[0]).toMatch(expected)
  })
}

test('a quorum that nobody can reach is shown with its line, and what to do', () => {
  const toml = '[approvals]\napprovers = ["ann"]\nquorum = 2\n'

  expect(problemsOf(toml)).toEqual([
    'p.toml:3:1 approvals.quorum can never be reached: approvers names 1; lower it to 1 at most, or name more approvers',
  ])
})

test('what a terminal would obey is not shown', () => {
  const [problem = ''] = problemsOf('"a\\u001b[31m" = 1')

  expect(problem).toContain('p.toml:1:1')
  expect(problem).not.toContain('\u001b')
})

test('a file that is far too long is refused before it is read', () => {
  expect(parsePolicyFile('#'.repeat(4_000_001))).toMatchObject({ kind: 'bad' })
})
