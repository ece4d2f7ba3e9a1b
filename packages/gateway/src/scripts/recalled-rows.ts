/** A kind of rows that are recalled, and of what type they are. It stands for itself: another of the same name is another kind. */
export interface Recalled<Row> {
  readonly name: string
  /** Never there: it carries the type. */
  readonly type?: Row
}

/** Rows that every call needs, kept for as long as nobody else can have changed them. */
export interface RecalledRows {
  /** A row that every call needs: it is read again only when someone else has written since. */
  recall<Row extends object>(kind: Recalled<Row>, key: string, read: () => Row): Row
  /** What such a row is now. It is written once, by whoever was last to say how, for all scripts of a commit. */
  putOff<Row extends object>(kind: Recalled<Row>, key: string, now: Row, write: () => void): void
  /** What is to be done for a key, once for all scripts of a commit, by whoever was last to say how. */
  atTheEnd(kind: Recalled<object>, key: string, act: () => void): void
  /** A row that this script has just written, and that another will need. */
  keep<Row extends object>(kind: Recalled<Row>, key: string, now: Row): void
  /** The same for that other, which is the only one. */
  take<Row extends object>(kind: Recalled<Row>, key: string): Row | undefined
  /** Writes what was put off, and recalls nothing that was read before: for changes of these rows by any other way. */
  flush(): void
}

const MOST_RECALLED = 10_000

export function createRecalledRows() {
  // By kind and then by key: to make one name of both, and to look that up, costs more than two looks.
  const recalled = createShelves<unknown>()
  const putOff = createShelves<() => void>()
  const writeOut = () => {
    for (const writes of putOff.all()) {
      for (const write of writes.values()) write()
      writes.clear()
    }
    // Before that, the database would not say the same.
    for (const rows of recalled.all()) if (rows.size >= MOST_RECALLED) rows.clear()
  }
  const rows: RecalledRows = {
    recall<Row extends object>(kind: Recalled<Row>, key: string, read: () => Row): Row {
      const shelf = recalled.of(kind)
      const known = shelf.get(key)
      // Only rows of one type are kept under a kind.
      if (known !== undefined) return known as Row
      const row = read()
      shelf.set(key, row)
      return row
    },
    putOff(kind, key, now, write) {
      recalled.of(kind).set(key, now)
      putOff.of(kind).set(key, write)
    },
    atTheEnd: (kind, key, act) => void putOff.of(kind).set(key, act),
    keep: (kind, key, now) => void recalled.of(kind).set(key, now),
    take<Row extends object>(kind: Recalled<Row>, key: string): Row | undefined {
      const shelf = recalled.of(kind)
      const known = shelf.get(key)
      shelf.delete(key)
      return known as Row | undefined
    },
    flush() {
      writeOut()
      recalled.clear()
    },
  }
  return {
    rows,
    /** Writes what was put off. */
    writeOut,
    /** Someone else has written: nothing that was recalled holds any more. */
    forgetRows() {
      recalled.clear()
      putOff.clear()
    },
  }
}

function createShelves<Value>() {
  const shelves = new Map<Recalled<object>, Map<string, Value>>()
  return {
    of(kind: Recalled<object>): Map<string, Value> {
      const known = shelves.get(kind)
      if (known) return known
      const shelf = new Map<string, Value>()
      shelves.set(kind, shelf)
      return shelf
    },
    all: () => shelves.values(),
    clear() {
      for (const shelf of shelves.values()) shelf.clear()
    },
  }
}
