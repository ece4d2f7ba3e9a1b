/** A kind of rows that are recalled, and of what type they are. */
export interface Recalled<Row> {
  readonly name: string
  /** Never there: it carries the type. */
  readonly type?: Row
}

/** Rows that every call needs, kept for as long as nobody else can have changed them. */
export interface RecalledRows {
  /** A row that every call needs: it is read again only when someone else has written since. */
  recall<Row extends object>(row: Recalled<Row>, key: string, read: () => Row): Row
  /** What such a row is now. It is written once, by whoever was last to say how, for all scripts of a commit. */
  putOff<Row extends object>(row: Recalled<Row>, key: string, now: Row, write: () => void): void
  /** What is to be done for a key, once for all scripts of a commit, by whoever was last to say how. */
  atTheEnd(key: string, act: () => void): void
  /** A row that this script has just written, and that another will need. */
  keep<Row extends object>(row: Recalled<Row>, key: string, now: Row): void
  /** It is not needed any more. */
  drop(row: Recalled<object>, key: string): void
  /** Writes what was put off, and recalls nothing that was read before: for changes of these rows by any other way. */
  flush(): void
}

const MOST_RECALLED = 10_000

export function createRecalledRows() {
  const recalled = new Map<string, unknown>()
  const putOff = new Map<string, () => void>()
  const writeOut = () => {
    for (const write of putOff.values()) write()
    putOff.clear()
    // Before that, the database would not say the same.
    if (recalled.size >= MOST_RECALLED) recalled.clear()
  }
  const rows: RecalledRows = {
    recall<Row extends object>({ name }: Recalled<Row>, key: string, read: () => Row): Row {
      const place = `${name} ${key}`
      const known = recalled.get(place)
      // Only rows of one type are kept under a name.
      if (known !== undefined) return known as Row
      const row = read()
      recalled.set(place, row)
      return row
    },
    putOff({ name }, key, now, write) {
      recalled.set(`${name} ${key}`, now)
      putOff.set(`${name} ${key}`, write)
    },
    atTheEnd: (key, act) => void putOff.set(key, act),
    keep: ({ name }, key, now) => void recalled.set(`${name} ${key}`, now),
    drop({ name }, key) {
      recalled.delete(`${name} ${key}`)
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
