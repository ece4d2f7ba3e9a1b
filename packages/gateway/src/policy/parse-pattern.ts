/** Whether one character is meant. */
export type Test = (character: string) => boolean

/** A place between characters. */
export type Edge = 'start' | 'end' | 'word' | 'inside'

/** A pattern, read. */
export type Node =
  | { readonly kind: 'one'; readonly test: Test }
  | { readonly kind: 'edge'; readonly edge: Edge }
  | { readonly kind: 'all'; readonly nodes: readonly Node[] }
  | { readonly kind: 'any'; readonly nodes: readonly Node[] }
  | { readonly kind: 'repeat'; readonly node: Node; readonly min: number; readonly max: number }

/** A text that is no pattern, or one that could take for ever. */
export class PatternError extends Error {
  override readonly name = 'PatternError'
}

const MOST_REPEATS = 100

/** Reads a pattern as JavaScript does with these flags; what would need more than one look at a character is refused. */
export function parsePattern(source: string, flags: string): Node {
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
