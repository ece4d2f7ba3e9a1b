import { listToolNames, type Narrowing } from '@armorer/mcp'
import { type Toolbox } from '@armorer/runtime'

/** Names for `allowedTools` and for `canUseTool`. */
export interface ClaudeToolNames {
  /** What only reads, and can be allowed without a question. */
  readonly reading: readonly string[]
  /** What may change something. Allowed here, it still meets the toolbox's own gate. */
  readonly writing: readonly string[]
}

/** The tools of a server as the SDK calls them, by what they can do. */
export function claudeToolNames(
  toolbox: Toolbox,
  server: string,
  narrowing: Narrowing = {},
): ClaudeToolNames {
  const named = [...listToolNames(toolbox, narrowing)].map(([name, { risk }]) => ({
    name: `mcp__${server}__${name}`,
    reads: (risk.effects === 'none' || risk.effects === 'read') && !risk.requiresApproval,
  }))
  return {
    reading: named.filter(({ reads }) => reads).map(({ name }) => name),
    writing: named.filter(({ reads }) => !reads).map(({ name }) => name),
  }
}
