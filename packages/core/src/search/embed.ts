import { type ToolDefinition } from '../tool-definition.js'
import { type SearchIndex, type SearchOptions, type SearchResult } from './search-index.js'

/** Turns texts into vectors: a model of the caller's. */
export type Embed = (texts: readonly string[]) => Promise<ReadonlyArray<ArrayLike<number>>>

/** Gives each tool its vector. Tools that are added later want theirs too. */
export async function embedTools(
  index: SearchIndex,
  tools: readonly ToolDefinition[],
  embed: Embed,
): Promise<void> {
  const vectors = await embed(tools.map(textOf))
  for (const [at, tool] of tools.entries()) {
    const vector = vectors[at]
    if (!vector)
      throw new RangeError(`the embedding gave ${vectors.length} vectors for ${tools.length} tools`)
    index.setVector(tool.id, vector)
  }
}

/** Searches by words and meaning together. */
export async function searchByMeaning(
  index: SearchIndex,
  query: string,
  embed: Embed,
  options: Omit<SearchOptions, 'vector'> = {},
): Promise<SearchResult> {
  const [vector] = await embed([query])
  return index.search(query, vector ? { ...options, vector } : options)
}

function textOf({ identity, title, description, examples }: ToolDefinition): string {
  return [title ?? identity.name, description, ...(examples ?? [])].join('\n')
}
