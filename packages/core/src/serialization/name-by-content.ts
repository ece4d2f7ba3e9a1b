import { sha256Hex } from '#sha256'

/** A definition with its references left blank, and where they lead, in the order of its text. */
export interface Outline {
  readonly text: string
  readonly leadsTo: readonly string[]
}

/**
 * A name for each definition that depends on what it says, all the way down, and on nothing else. Where definitions lead to
 * each other in circles a name cannot be the hash of what it names, so a circle is named as a whole, once all that it leads to is.
 */
export function nameByContent(outlines: ReadonlyMap<string, Outline>): ReadonlyMap<string, string> {
  const names = new Map<string, string>()
  const open = new Map(
    [...outlines].map(([key, { text, leadsTo }]) => [
      key,
      { text, leadsTo: leadsTo.filter((next) => outlines.has(next)) },
    ]),
  )
  while (open.size > 0) {
    const ready = [...open].filter(([, { leadsTo }]) => leadsTo.every((next) => names.has(next)))
    const members = ready.length > 0 ? new Map(ready) : smallestCircle(open)
    for (const [key, name] of nameTogether(members, names, ready.length > 0 ? 1 : members.size)) {
      names.set(key, name)
      open.delete(key)
    }
  }
  return names
}

/** After as many rounds as there are members, each has taken in all that it leads to. */
function nameTogether(
  members: ReadonlyMap<string, Outline>,
  names: ReadonlyMap<string, string>,
  rounds: number,
): ReadonlyMap<string, string> {
  let hashes = new Map([...members].map(([key, { text }]) => [key, sha256Hex(text)]))
  for (let round = 0; round < rounds; round++) {
    const before = hashes
    hashes = new Map(
      [...members].map(([key, { text, leadsTo }]) => {
        const further = leadsTo.map((next) => names.get(next) ?? before.get(next) ?? '')
        return [key, sha256Hex([text, ...further].join('\n'))]
      }),
    )
  }
  return hashes
}

/** Among definitions that all lead into circles: one circle that leads to no other. */
function smallestCircle(open: ReadonlyMap<string, Outline>): ReadonlyMap<string, Outline> {
  let smallest: ReadonlySet<string> | undefined
  for (const key of open.keys()) {
    const reached = reach(key, open)
    if (!smallest || reached.size < smallest.size) smallest = reached
  }
  return new Map([...open].filter(([key]) => smallest?.has(key)))
}

function reach(from: string, open: ReadonlyMap<string, Outline>): ReadonlySet<string> {
  const reached = new Set<string>()
  const waiting = [from]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    const outline = open.get(key)
    if (!outline || reached.has(key)) continue
    reached.add(key)
    waiting.push(...outline.leadsTo)
  }
  return reached
}
