/** What one provider takes for a conversation. */
export interface ConversationDialect {
  readonly name: string
  readonly roles: ReadonlySet<string>
  /** Whether system messages may stand anywhere. */
  readonly systemAnywhere: boolean
  /** Whether someone must speak before the model does. */
  readonly userFirst: boolean
  /** Whether a history without a word of the user is taken. */
  readonly needsUser: boolean
}

export const CONVERSATION_DIALECTS = {
  /** Chat Completions. */
  openai: {
    name: 'openai',
    roles: new Set(['system', 'developer', 'user', 'assistant', 'tool', 'function']),
    systemAnywhere: true,
    userFirst: false,
    needsUser: false,
  },
  /** Messages of Anthropic; a tool speaks with the user's voice. */
  anthropic: {
    name: 'anthropic',
    roles: new Set(['system', 'developer', 'user', 'assistant', 'tool']),
    systemAnywhere: false,
    userFirst: true,
    needsUser: true,
  },
  /** Contents of Gemini, whose model is called one. */
  gemini: {
    name: 'gemini',
    roles: new Set(['system', 'developer', 'user', 'assistant', 'model', 'tool', 'function']),
    systemAnywhere: false,
    userFirst: true,
    needsUser: true,
  },
} as const satisfies Record<string, ConversationDialect>
