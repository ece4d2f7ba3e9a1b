import { type NameRule } from '@armorer/core/adapter'

/** What OpenAI lets a function or a namespace be called. */
export const names: NameRule = { maxLength: 64, fits: /^[a-zA-Z0-9_-]+$/ }

/** Longer descriptions are refused, and the whole request with them. */
export const MAX_DESCRIPTION = 1_024
