import { parsePattern, PatternError, type Edge, type Node, type Test } from './parse-pattern.js'

/** Tells whether a text has a match, in time proportional to text and pattern: there is no pattern that hangs it. */
export type Pattern = (text: string) => boolean

type State =
  | { readonly kind: 'one'; readonly test: Test; readonly next: number }
  | { readonly kind: 'edge'; readonly edge: Edge; readonly next: number }
  | { kind: 'split'; ways: readonly number[] }
  | { readonly kind: 'found' }

const LONGEST = 300
const MOST_STATES = 2_000

/**
 * Compiles a regular expression as JavaScript writes them with the flag `u`, without look-around, references and names.
 * `(?i)` at its beginning: capitals do not matter. Throws `PatternError` for anything else.
 */
export function compilePattern(source: string): Pattern {
  if (source.length > LONGEST) throw new PatternError(`is longer than ${LONGEST} characters`)
  const ignoresCase = source.startsWith('(?i)')
  const node = parsePattern(
    ignoresCase ? source.slice('(?i)'.length) : source,
    ignoresCase ? 'iu' : 'u',
  )
  const states: State[] = [{ kind: 'found' }]
  const first = build(states, node, 0)
  return (text) => run(states, first, Array.from(text))
}

/** The state to begin at, so that `next` comes after the node. */
function build(states: State[], node: Node, next: number): number {
  switch (node.kind) {
    case 'one':
      return add(states, { kind: 'one', test: node.test, next })
    case 'edge':
      return add(states, { kind: 'edge', edge: node.edge, next })
    case 'all':
      return node.nodes.reduceRight((after, one) => build(states, one, after), next)
    case 'any':
      return add(states, { kind: 'split', ways: node.nodes.map((one) => build(states, one, next)) })
    case 'repeat':
      return buildRepeat(states, node, next)
  }
}

function buildRepeat(
  states: State[],
  { node, min, max }: Extract<Node, { kind: 'repeat' }>,
  next: number,
): number {
  let after = next
  if (max === Infinity) {
    const loop: State = { kind: 'split', ways: [] }
    after = add(states, loop)
    loop.ways = [build(states, node, after), next]
  } else {
    for (let time = min; time < max; time++) {
      after = add(states, { kind: 'split', ways: [build(states, node, after), next] })
    }
  }
  for (let time = 0; time < min; time++) after = build(states, node, after)
  return after
}

function add(states: State[], state: State): number {
  if (states.length >= MOST_STATES) throw new PatternError('is too large')
  return states.push(state) - 1
}

/** All states at once, character by character; each state is entered at most once a character. */
function run(states: readonly State[], first: number, text: readonly string[]): boolean {
  const entered = new Int32Array(states.length).fill(-1)
  let current: number[] = []
  for (let at = 0; at <= text.length; at++) {
    const next: number[] = []
    const open = [first, ...current]
    for (let index = open.pop(); index !== undefined; index = open.pop()) {
      if (entered[index] === at) continue
      entered[index] = at
      const state = states[index]
      switch (state?.kind) {
        case 'found':
          return true
        case 'split':
          open.push(...state.ways)
          break
        case 'edge':
          if (isAt(state.edge, text, at)) open.push(state.next)
          break
        case 'one':
          if (at < text.length && state.test(text[at] ?? '')) next.push(state.next)
          break
        case undefined:
          break
      }
    }
    current = next
  }
  return false
}

function isAt(edge: Edge, text: readonly string[], at: number): boolean {
  if (edge === 'start') return at === 0
  if (edge === 'end') return at === text.length
  const isEdge = isWord(text[at - 1]) !== isWord(text[at])
  return edge === 'word' ? isEdge : !isEdge
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /\w/.test(character)
}
