import { type ToolId } from '../identity.js'

/** Something about a resolution that its caller should know, and perhaps tell a person. */
export type RegistryWarning =
  | {
      readonly kind: 'ambiguous_name'
      readonly message: string
      /** All that the name could have meant, the chosen one among them. */
      readonly candidates: readonly ToolId[]
    }
  | { readonly kind: 'deprecated'; readonly message: string; readonly tool: ToolId }
  | {
      readonly kind: 'replaced'
      readonly message: string
      readonly tool: ToolId
      readonly replacedBy: string
    }
