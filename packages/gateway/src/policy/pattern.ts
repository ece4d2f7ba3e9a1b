/** Tells whether a text has a match, in time proportional to text and pattern: there is no pattern that hangs it. */
export type Pattern = (text: string) => boolean

export class PatternError extends Error {
  override readonly name = 'PatternError'
}

type Test = (character: string) => boolean
type Edge = 'start' | 'end' | 'word' | 'inside'

type State =
  | { readonly kind: 'one'; readonly test: Test; readonly next: number }
  | { readonly kind: 'edge'; readonly edge: Edge; readonly next: number }
  | { kind: 'split'; ways: readonly number[] }
  | { readonly kind: 'found' }

type Node =
  | { readonly kind: 'one'; readonly test: Test }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'all'; readonly nodes: readonly Node[] }
  | { readonly kind: 'any'; readonly nodes: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number }

const LONGEST = 300
const MOST_REPEATS = 100
const MOST_STATES = 2_000

/**
 * Compiles a regular expression as JavaScript writes them with the flag `u`, without look-around, references and names.
 * `(?i)` at its beginning: capitals do not matter. Throws `PatternError` for anything else.
 */
export function compilePattern(source: string): Pattern {
  if (source.length > LONGEST) throw new PatternError(`is longer than ${LONGEST} characters`)
  const ignoresCase = source.startsWith('(?i)')
  const node = parse(ignoresCase ? source.slice('(?i)'.length) : source, ignoresCase ? 'iu' : 'u')
  const states: State[] = [{ kind: 'found' }]
  const first = build(states, node, 0)
  return (text) => run(states, first, Array.from(text))
}

function parse(source: string, flags: string): Node {
  const characters = Array.from(source)
  let at = 0
  const peek = () => characters[at] ?? ''
  const take = () => characters[at++] ?? ''

  function parseAny(depth: number): Node {
    if (depth > 20) throw new PatternError('has groups within groups, too deep')
    const nodes = [parseAll(depth)]
    while (peek() === '|') {
      at++
      nodes.push(parseAll(depth))
    }
    return { kind: 'any', nodes }
  }

  function parseAll(depth: number): Node {
    const nodes: Node[] = []
    while (at < characters.length && peek() !== '|' && peek() !== ')') nodes.push(parsePiece(depth))
    return { kind: 'all', nodes }
  }

  function parsePiece(depth: number): Node {
    const node = parseAtom(depth)
    const range = parseRange()
    if (!range) return node
    if (node.kind === 'edge') throw new PatternError('repeats what has no length')
    if (peek() === '?') at++
    if (parseRange()) throw new PatternError('repeats a repeat')
    return { kind: 'repeat', node, ...range }
  }

  function parseAtom(depth: number): Node {
    const character = take()
    switch (character) {
      case '^':
        return { kind: 'edge', edge: 'start' }
      case '$':
        return { kind: 'edge', edge: 'end' }
      case '.':
        return { kind: 'one', test: (one) => !/[\n\r\u2028\u2029]/.test(one) }
      case '(':
        return parseGroup(depth)
      case '[':
        return testBy(`[${takeUntilClosed()}`)
      case '\\':
        return parseEscape()
      case '*':
      case '+':
      case '?':
      case '{':
      case '}':
      case ']':
        throw new PatternError(`has a ${character} where it means nothing`)
      default:
        return flags === 'u' ? { kind: 'one', test: (one) => one === character } : testBy(character)
    }
  }

  function parseGroup(depth: number): Node {
    if (peek() === '?') {
      at++
      if (take() !== ':') throw new PatternError('has a group of a kind that is not known here')
    }
    const node = parseAny(depth + 1)
    if (take() !== ')') throw new PatternError('has a group that is not closed')
    return node
  }

  function parseEscape(): Node {
    if (peek() === 'b' || peek() === 'B') {
      return { kind: 'edge', edge: take() === 'b' ? 'word' : 'inside' }
    }
    const escaped = take()
    if (escaped === '') throw new PatternError('ends in the middle of an escape')
    if (/[1-9k]/.test(escaped)) throw new PatternError('has a reference')
    if (!/[pPux]/.test(escaped)) return testBy(`\\${escaped}`)
    const [tail = ''] = /^(?:\{[^}]{1,40}\}|[\da-f]{4}|[\da-f]{2})/i.exec(rest()) ?? []
    at += tail.length
    return testBy(`\\${escaped}${tail}`)
  }

  function rest(): string {
    return characters.slice(at).join('')
  }

  function takeUntilClosed(): string {
    let taken = ''
    while (at < characters.length) {
      const character = take()
      taken += character
      if (character === ']') return taken
      if (character === '\\') taken += take()
    }
    throw new PatternError('has a [ that is not closed')
  }

  function parseRange(): { min: number; max: number } | undefined {
    const [whole, min, comma, max] = /^\{(\d{1,3})(,?)(\d{0,3})\}/.exec(rest()) ?? []
    if (whole !== undefined) {
      at += whole.length
      return checkRange(
        Number(min),
        comma === '' ? Number(min) : max === '' ? Infinity : Number(max),
      )
    }
    const simple = { '*': [0, Infinity], '+': [1, Infinity], '?': [0, 1] } as const
    const character = peek()
    if (character !== '*' && character !== '+' && character !== '?') return undefined
    at++
    const [from, to] = simple[character]
    return { min: from, max: to }
  }

  /** JavaScript says what one character is. */
  function testBy(one: string): Node {
    try {
      const expression = new RegExp(`^${one}$`, flags)
      return { kind: 'one', test: (character) => expression.test(character) }
    } catch (error) {
      throw new PatternError(`has ${one}, which is none`, { cause: error })
    }
  }

  const node = parseAny(0)
  if (at < characters.length) throw new PatternError('has a ) too many')
  return node
}

function checkRange(min: number, max: number): { min: number; max: number } {
  if (max < min || min > MOST_REPEATS || (max !== Infinity && max > MOST_REPEATS)) {
    throw new PatternError(`has a repeat that is not within 0 and ${MOST_REPEATS}`)
  }
  return { min, max }
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
