import { type ToolDefinition, type ToolError, type ToolPredicate, stop } from '@armorer/core'

/** Whether a tool may run in a toolbox at all; the error says why not. */
export type Gate = (definition: ToolDefinition) => ToolError | undefined

export const readOnlyGate: Gate = ({ id, risk }) => {
  if (risk.effects === 'none' || risk.effects === 'read') return undefined
  return stop(
    { kind: 'denied', rule: 'read-only' },
    `${id} may change things, and this toolbox only reads`,
    {
      code: 'toolbox.read_only',
    },
  )
}

export function predicateGate(allow: ToolPredicate): Gate {
  return (definition) => {
    if (isAllowed(allow, definition)) return undefined
    return stop(
      { kind: 'denied', rule: 'not-allowed' },
      `${definition.id} is not among what this toolbox allows`,
      {
        code: 'toolbox.not_allowed',
      },
    )
  }
}

/** Who fails to say has not allowed it. */
function isAllowed(allow: ToolPredicate, definition: ToolDefinition): boolean {
  try {
    return allow(definition)
  } catch {
    return false
  }
}
