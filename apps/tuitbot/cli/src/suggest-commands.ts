import { COMMANDS } from './commands.js'

/** The commands that a word comes nearest to, of a group rather than of others: `approvals approve` for `aprove`. */
export function suggestCommands(word: string, group: string | undefined): readonly string[] {
  const far = word.length / 3
  const rated = listForms()
    .filter(({ form }) => Math.abs(form.length - word.length) <= far)
    .map(({ form, name }) => ({ name, distance: distanceOf(word, form) }))
  const least = Math.min(...rated.map(({ distance }) => distance))
  if (least > far) return []
  const nearest = rated.filter(({ distance }) => distance === least).map(({ name }) => name)
  const own = nearest.filter((name) => name.startsWith(`${group} `))
  return own.length > 0 ? own : nearest
}

/** What can be typed: groups, and commands by their last word. */
function listForms(): ReadonlyArray<{ readonly form: string; readonly name: string }> {
  const names = COMMANDS.map(({ name }) => name)
  const groups = new Set(names.filter((name) => name.includes(' ')).map(firstWord))
  return [...groups, ...names].map((name) => ({ form: name.split(' ').at(-1) ?? name, name }))
}

function firstWord(name: string): string {
  return name.split(' ')[0] ?? name
}

/** How many letters to put in, leave out, change or swap with the next make one word of another. */
function distanceOf(one: string, other: string): number {
  const rows: number[][] = []
  const at = (row: number, column: number) => rows[row]?.[column] ?? Infinity
  for (let row = 0; row <= one.length; row++) {
    const cells: number[] = []
    rows.push(cells)
    for (let column = 0; column <= other.length; column++) {
      const isSame = one[row - 1] === other[column - 1]
      const isSwap = one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1]
      const ways = [
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (isSame ? 0 : 1),
        isSwap ? at(row - 2, column - 2) + 1 : Infinity,
      ]
      cells.push(row + column === 0 ? 0 : Math.min(...ways))
    }
  }
  return at(one.length, other.length)
}
