import { type Principal, type ToolResult } from '@armorer/runtime'

type Awaitable<Value> = Value | Promise<Value>

/** Who has read what strangers wrote. A store of one's own makes it outlast the process. */
export interface Readers {
  hasRead(who: Principal): Awaitable<boolean>
  /** Told before the text is handed over. */
  markRead(who: Principal): Awaitable<void>
}

/** Remembers readers for as long as the process lives. */
export function createReaders(): Readers {
  const known = new Set<string>()
  return {
    hasRead: (who) => known.has(keyOf(who)),
    markRead: (who) => void known.add(keyOf(who)),
  }
}

/** Whether a result may hold something that the tool's handler has read. What never began holds nothing. */
export function mayHoldOutput(result: ToolResult): boolean {
  switch (result.kind) {
    case 'done':
    case 'duplicate':
    case 'dry_run':
    case 'unknown':
      return true
    case 'failed':
      // Another server's refusal comes in that server's words.
      return result.error.category !== 'validation' || result.error.code === 'mcp.refused'
    case 'denied':
    case 'pending':
    case 'in_progress':
    case 'cancelled':
      return false
  }
}

function keyOf({ kind, id }: Principal): string {
  return `${kind}:${id}`
}
