import { type ReplayReport, type RunRecord } from '@armorer/agent'
import { oneLine } from './show.js'

type Item = Extract<RunRecord, { items: unknown }>['items'][number]

/** A run for people to read, and whether it came again as it was. */
export function showRun(records: readonly RunRecord[], report: ReplayReport): string {
  const lines = records.flatMap((record) => ('items' in record ? record.items.flatMap(show) : []))
  return [...lines, '', sayReport(report, records.length)].join('\n')
}

function sayReport({ kind, divergence }: ReplayReport, count: number): string {
  if (divergence) {
    const { record, item } = divergence
    return `Replayed, and it differs at record ${record}${item === undefined ? '' : `, item ${item}`}.`
  }
  return kind === 'unfinished'
    ? `Replayed ${count} records: the same, and nothing left. The run has no end: it is under way, or was cut off.`
    : `Replayed ${count} records: the same, and nothing left.`
}

function show(item: Item): readonly string[] {
  switch (item.kind) {
    case 'message':
      return item.parts.flatMap((part): readonly string[] => {
        if (part.kind === 'text') return [line(item.role, part.text)]
        if (part.kind === 'tool_call') return [line('calls', `${part.name} ${part.arguments}`)]
        if (part.kind !== 'tool_output') return []
        return part.parts.flatMap((said) => (said.kind === 'text' ? [line('gets', said.text)] : []))
      })
    case 'decision':
      return [line('decision', `${item.decision.kind}: ${reasonOf(item.decision)}`)]
    case 'approval':
      return [line(item.answer, `by ${item.by}`)]
    case 'stop':
      return [line('end', item.reason.replaceAll('_', ' '))]
    case 'handoff':
    case 'usage':
    case 'retry':
    case 'opaque':
      return []
  }
}

function reasonOf(decision: Extract<Item, { kind: 'decision' }>['decision']): string {
  if (decision.kind === 'allow') return ''
  const reasons = decision.kind === 'ask' ? decision.asks : decision.reasons
  return reasons.map(({ message }) => message).join('; ')
}

const MOST = 200

function line(who: string, text: string): string {
  return `${who.padEnd(10)} ${oneLine(text, MOST)}`
}
