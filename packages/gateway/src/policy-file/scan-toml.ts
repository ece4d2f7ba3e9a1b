import { parse } from 'smol-toml'

/** Where something is first written, and what is written inside of it: keys of a table, or indexes of a list. */
export interface Place {
  readonly at: number
  readonly inner: Map<string | number, Place>
  /** Of a list of tables (`[[name]]`): the table that is being written. */
  open?: Place
}

/**
 * The places of all keys and list entries. The text is one that a parser has found to be good: nothing is checked here, and a
 * bad one gives a poor answer. A tree, because a table of whole paths would grow with the square of a key of many dots.
 */
export function scanToml(toml: string): Place {
  const root: Place = { at: 0, inner: new Map() }
  let at = 0
  let table = root

  function skip(blank: RegExp) {
    while (at < toml.length && blank.test(toml.charAt(at))) at++
  }

  function skipBlankAndComments() {
    skip(/\s/)
    while (toml.charAt(at) === '#') {
      skip(/[^\n]/)
      skip(/\s/)
    }
  }

  function skipString() {
    const quote = toml.charAt(at)
    const fence = toml.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote
    at += fence.length
    while (at < toml.length && !toml.startsWith(fence, at)) {
      at += toml.charAt(at) === '\\' && quote === '"' ? 2 : 1
    }
    at += fence.length
    // A text of several lines may end in quotes of its own.
    if (fence.length === 3) skip(quote === '"' ? /"/ : /'/)
  }

  function readName(): string {
    const start = at
    if (!/["']/.test(toml.charAt(at))) {
      skip(/[\w-]/)
      return toml.slice(start, at)
    }
    skipString()
    return unquote(toml.slice(start, at))
  }

  /** Enters the tables that a key with dots names, from one table on. */
  function readKey(from: Place): Place {
    let place = from
    for (;;) {
      skip(/[ \t]/)
      const start = at
      place = enter(place.open ?? place, readName(), start)
      skip(/[ \t]/)
      if (toml.charAt(at) !== '.') return place
      at++
    }
  }

  function readHeader() {
    const isList = toml.startsWith('[[', at)
    const start = at
    at += isList ? 2 : 1
    const place = readKey(root)
    skip(/\]/)
    if (!isList) return place.open ?? place
    place.open = enter(place, place.inner.size, start)
    return place.open
  }

  function readPair(from: Place) {
    const place = readKey(from)
    skip(/[ \t=]/)
    readValue(place)
  }

  function readValue(place: Place) {
    const first = toml.charAt(at)
    if (first === '"' || first === "'") return skipString()
    if (first === '[') return readItems(']', () => readValue(enter(place, place.inner.size, at)))
    if (first === '{') return readItems('}', () => readPair(place))
    return skip(/[^,\]}#\n]/)
  }

  function readItems(end: string, readItem: () => void) {
    at++
    skipBlankAndComments()
    while (at < toml.length && toml.charAt(at) !== end) {
      const start = at
      readItem()
      skipBlankAndComments()
      if (toml.charAt(at) === ',') at++
      skipBlankAndComments()
      if (at === start) at++
    }
    at++
  }

  while (at < toml.length) {
    skipBlankAndComments()
    const start = at
    if (toml.charAt(at) === '[') table = readHeader()
    else if (at < toml.length) readPair(table)
    // Only a bad text holds the reader up here.
    if (at === start) at++
  }
  return root
}

function enter(place: Place, part: string | number, at: number): Place {
  const known = place.inner.get(part)
  if (known) return known
  const fresh: Place = { at, inner: new Map() }
  place.inner.set(part, fresh)
  return fresh
}

/** The parser says what a quoted key is called. */
function unquote(quoted: string): string {
  try {
    const { key } = parse(`key = ${quoted}`)
    return typeof key === 'string' ? key : quoted
  } catch {
    return quoted
  }
}
