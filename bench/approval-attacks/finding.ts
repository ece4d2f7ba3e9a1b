/** What came of an attack on a system, by the far side's own record. */
export type Finding = { readonly kind: 'none'; readonly why: string } | Tried

export interface Tried {
  readonly kind: 'tried'
  readonly trials: number
  /** In how many the far side saw something else than was due. */
  readonly wrong: number
  /** What was seen in one of those: `2 for 1`. */
  readonly example?: string | undefined
}

/** By the name of the attack. */
export type Findings = Readonly<Record<string, Finding>>

/** A system and what came of the attacks on it. */
export interface Column {
  readonly name: string
  readonly findings: Findings
}

/** Rows are attacks, columns systems. */
export function toTable(columns: readonly Column[]): string {
  const attacks = [...new Set(columns.flatMap(({ findings }) => Object.keys(findings)))]
  const rows = [
    ['attack', ...columns.map(({ name }) => name)],
    ...attacks.map((attack) => [
      attack,
      ...columns.map(({ findings }) => toCell(findings[attack])),
    ]),
  ]
  const widths = rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? []
  const lines = rows.map((row) => row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | '))
  const rule = widths.map((width) => '-'.repeat(width)).join(' | ')
  return [lines[0], rule, ...lines.slice(1)].map((line) => `| ${line} |`).join('\n')
}

function toCell(finding: Finding | undefined): string {
  if (!finding) return ''
  if (finding.kind === 'none') return 'none'
  const { trials, wrong, example } = finding
  return wrong === 0 ? `ok, ${trials}` : `${example}, ${wrong} of ${trials}`
}
