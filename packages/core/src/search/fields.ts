import { inputKeys } from '../schema-utilities.js'
import { type ToolDefinition } from '../tool-definition.js'

/** A part of a tool that can be searched, and how much a word in it says about the tool. */
export interface SearchField {
  readonly name: 'name' | 'title' | 'tags' | 'examples' | 'description' | 'parameters' | 'namespace'
  readonly weight: number
  text(tool: ToolDefinition): string
}

export const SEARCH_FIELDS: readonly SearchField[] = [
  { name: 'name', weight: 3, text: (tool) => tool.identity.name },
  { name: 'title', weight: 2, text: (tool) => tool.title ?? '' },
  { name: 'tags', weight: 2, text: (tool) => tool.tags.join(' ') },
  { name: 'examples', weight: 1.5, text: (tool) => tool.examples?.join(' ') ?? '' },
  { name: 'description', weight: 1, text: (tool) => tool.description },
  { name: 'parameters', weight: 1, text: (tool) => inputKeys(tool).join(' ') },
  { name: 'namespace', weight: 1, text: (tool) => tool.identity.namespace },
]
