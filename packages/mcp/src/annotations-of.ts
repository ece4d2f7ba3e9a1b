import { type ToolRisk } from '@armorer/core'

/** What MCP lets a tool say of the harm that it can do. Clients are told to distrust it, and so are ours. */
export interface McpAnnotations {
  readonly readOnlyHint: boolean
  readonly destructiveHint: boolean
  readonly idempotentHint: boolean
  readonly openWorldHint: boolean
}

/** All four, always: what is left out is taken for the worst by one client, and for the best by another. */
export function annotationsOf(risk: ToolRisk): McpAnnotations {
  const { effects, idempotent, externalNetwork, untrustedOutput } = risk
  const readOnly = effects === 'none' || effects === 'read'
  return {
    readOnlyHint: readOnly,
    // A risk does not tell what only adds from what overwrites.
    destructiveHint: !readOnly,
    idempotentHint: idempotent,
    openWorldHint: externalNetwork || untrustedOutput,
  }
}
