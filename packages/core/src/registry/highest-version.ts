import { compareSemver, parseSemver, type Semver } from '../semver.js'
import { type ToolDefinition } from '../tool-definition.js'

/** The highest by semver where all versions are semver, else the one registered last. */
export function highestVersion(candidates: readonly ToolDefinition[]): ToolDefinition | undefined {
  const versions = candidates.map((tool) => parseSemver(tool.identity.version ?? ''))
  let best: { tool: ToolDefinition; semver: Semver } | undefined
  for (const [index, tool] of candidates.entries()) {
    const semver = versions[index]
    if (!semver) return candidates.at(-1)
    if (!best || isHigher(semver, best.semver)) best = { tool, semver }
  }
  return best?.tool
}

/** Versions that differ in their build alone have no order of their own; ours must still not hang on who came first. */
function isHigher(a: Semver, b: Semver): boolean {
  const order = compareSemver(a, b)
  return order > 0 || (order === 0 && a.build > b.build)
}
