import { canonicalJson } from '@armorer/core'
import { parse, TomlError } from 'smol-toml'
import { type Policy, type PolicyProblem } from '../policy/policy.js'
import { type PolicyDocument } from '../policy/rule.js'
import { storedPolicy } from '../policy/rules-policy.js'
import { locateKeys, type Position } from './locate-keys.js'

/** Why a file is no policy, and where in it. */
export type FileProblem = PolicyProblem & Position

export type ParsedPolicyFile =
  | { readonly kind: 'good'; readonly document: PolicyDocument }
  | { readonly kind: 'bad'; readonly problems: readonly FileProblem[] }

/** Deeper than any condition lies. */
const MAX_DEPTH = 16
const MOST_CHARACTERS = 4_000_000

/** Reads a policy written in TOML. A policy that is given lends its hard rules and templates to the check. */
export function parsePolicyFile(
  text: string,
  policy: Pick<Policy, 'read'> = storedPolicy(),
): ParsedPolicyFile {
  if (text.length > MOST_CHARACTERS) return bad([{ ...START, message: 'is too long' }])
  const toml = text.replace(/^\uFEFF/, '')
  const table = parseToml(toml)
  if (table instanceof TomlError) {
    const { line, column, message } = table
    return bad([{ path: [], line, column, message: `is not valid TOML: ${firstLine(message)}` }])
  }
  const read = policy.read(table)
  // A good reading says that it is one; by way of JSON it is made of plain objects, as others are.
  if (read.kind === 'good') return { kind: 'good', document: JSON.parse(canonicalJson(table)) }
  const locate = locateKeys(toml)
  return bad(read.problems.map((problem) => ({ ...problem, ...locate(problem.path) })))
}

/** One line as compilers write them: `policy.toml:12:1 rules.0.action must be …`. */
export function showProblem(file: string, { path, line, column, message }: FileProblem): string {
  return [`${file}:${line}:${column}`, path.map(showKey).join('.'), message]
    .filter((part) => part !== '')
    .join(' ')
}

const START = { path: [], line: 1, column: 1 }

function bad(problems: readonly FileProblem[]): ParsedPolicyFile {
  return { kind: 'bad', problems }
}

function parseToml(toml: string): object {
  try {
    return parse(toml, { maxDepth: MAX_DEPTH })
  } catch (error) {
    if (error instanceof TomlError) return error
    throw error
  }
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0]?.replace(/^Invalid TOML document: /, '') ?? ''
}

/** Names as they were written, short, and without what a terminal would obey. */
function showKey(key: string | number): string {
  const name = String(key)
  if (/^[\w-]{1,60}$/.test(name)) return name
  const short = name.length > 60 ? `${name.slice(0, 60)}…` : name
  return JSON.stringify(short).replace(/[^\P{C}]/gu, '\uFFFD')
}
