import { type NameRule } from '@armorer/core/adapter'

/** What Gemini lets a function be called, on all of its hosts: newer ones take dots, colons and twice the length. */
export const names: NameRule = { maxLength: 64, fits: /^[a-zA-Z_][a-zA-Z0-9_-]*$/ }
