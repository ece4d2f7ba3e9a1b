import { analyzeScopes, type Feature, features, type ScopeAnalysis } from './scopes.js'

/** What kind of contract an app has with X. */
export type Access = 'self-serve' | 'enterprise'

export type Capability = Feature | 'quote' | 'reply_to_strangers'

/** Whether something can be done, and if not, why. */
export type Standing = { readonly can: true } | { readonly can: false; readonly why: string }

export interface Capabilities {
  readonly access: Access
  readonly scopes: ScopeAnalysis
  readonly standing: Readonly<Record<Capability, Standing>>
}

const enterpriseOnly: ReadonlySet<Capability> = new Set([
  'like',
  'follow',
  'quote',
  'reply_to_strangers',
])

/** Which feature's scopes the two that have none of their own need. */
const basis = { quote: 'post', reply_to_strangers: 'post' } as const

/** What an account may do, told before a call is made and paid for. */
export function capabilitiesOf(access: Access, granted: readonly string[]): Capabilities {
  const scopes = analyzeScopes(granted)
  const judge = (capability: Capability, feature: Feature): Standing => {
    if (access === 'self-serve' && enterpriseOnly.has(capability)) {
      return { can: false, why: 'X offers this with an enterprise contract only' }
    }
    const degraded = scopes.degraded.find((one) => one.feature === feature)
    if (!degraded) return { can: true }
    return { can: false, why: `log in again and allow ${degraded.missing.join(', ')}` }
  }
  const own = features.map(({ feature }) => [feature, judge(feature, feature)] as const)
  return {
    access,
    scopes,
    standing: {
      // One entry for each feature, as the table of features has them.
      ...(Object.fromEntries(own) as Record<Feature, Standing>),
      quote: judge('quote', basis.quote),
      reply_to_strangers: judge('reply_to_strangers', basis.reply_to_strangers),
    },
  }
}
