/** What kind of contract an app has with X. */
export type Access = 'self-serve' | 'enterprise' | 'not-enrolled'

/** What only some contracts may do. */
export type Capability = 'like' | 'follow' | 'quote' | 'reply-unsummoned'

const enterpriseOnly: ReadonlySet<Capability> = new Set([
  'like',
  'follow',
  'quote',
  'reply-unsummoned',
])

export function allows(access: Access, capability: Capability): boolean {
  if (access === 'not-enrolled') return false
  return access === 'enterprise' || !enterpriseOnly.has(capability)
}
