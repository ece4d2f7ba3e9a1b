import { type NameRule } from '@armorer/core/adapter'

/** What Anthropic lets a tool be called. */
export const names: NameRule = { maxLength: 128, fits: /^[a-zA-Z0-9_-]+$/ }

/** What it lets a field be called; of a schema with any other the whole request is refused. */
export const FIELD_NAME = /^[a-zA-Z0-9_.-]{1,64}$/
