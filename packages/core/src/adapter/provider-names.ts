import { digest } from '../digest.js'
import { type ToolId } from '../identity.js'

/** What a provider lets a tool be called. */
export interface NameRule {
  readonly maxLength: number
  /** A whole name that is taken as it is. */
  readonly fits: RegExp
}

export interface NamedTool {
  readonly id: ToolId
  readonly name: string
}

const HASH_LENGTH = 8

/**
 * A name for each tool by which a provider can tell it: its own where that fits and nobody else bears it, else one that is
 * cut to fit and ends in a hash of the id. The same tools get the same names, in whatever order they come.
 */
export function nameTools(
  tools: readonly NamedTool[],
  rule: NameRule,
): ReadonlyMap<ToolId, string> {
  const bearers = new Map<string, Set<ToolId>>()
  for (const { id, name } of tools) {
    bearers.set(name, (bearers.get(name) ?? new Set()).add(id))
  }
  const isOwn = (name: string) =>
    rule.fits.test(name) && name.length <= rule.maxLength && bearers.get(name)?.size === 1
  return new Map(
    tools.map(({ id, name }) => [id, isOwn(name) ? name : shortened(id, name, rule, bearers)]),
  )
}

function shortened(
  id: ToolId,
  name: string,
  { maxLength }: NameRule,
  taken: ReadonlyMap<string, unknown>,
): string {
  const hash = digest(id)
  const readable = name.replaceAll(/[^A-Za-z0-9_-]/g, '_').replace(/^[^A-Za-z_]/, '_')
  // A longer hash where someone bears the short form by choice.
  for (let length = HASH_LENGTH; ; length += HASH_LENGTH) {
    const made = `${readable.slice(0, maxLength - length - 1)}_${hash.slice(0, length)}`
    if (!taken.has(made) || length + HASH_LENGTH >= maxLength) return made
  }
}
