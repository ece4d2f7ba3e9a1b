import { expect, test } from 'vitest'
import { capabilitiesOf } from '../../src/x-api/capabilities.js'
import { allScopes, analyzeScopes, features } from '../../src/x-api/scopes.js'

test('with every scope an enterprise app can do everything', () => {
  const { standing, scopes } = capabilitiesOf('enterprise', allScopes)
  expect(Object.values(standing).every(({ can }) => can)).toBe(true)
  expect(scopes).toMatchObject({ missing: [], extra: [], degraded: [], complete: true })
})

test('self-serve access has no likes, follows, quotes and replies to strangers', () => {
  const { standing } = capabilitiesOf('self-serve', allScopes)
  const denied = Object.entries(standing).filter(([, { can }]) => !can)
  expect(denied.map(([name]) => name).toSorted()).toEqual([
    'follow',
    'like',
    'quote',
    'reply_to_strangers',
  ])
})

test.each(features)(
  'without $scopes, $feature is off and says what to allow',
  ({ feature, scopes }) => {
    for (const scope of scopes) {
      const granted = allScopes.filter((one) => one !== scope)
      const { standing } = capabilitiesOf('enterprise', granted)
      expect(standing[feature]).toEqual({ can: false, why: `log in again and allow ${scope}` })
      expect(analyzeScopes(granted)).toMatchObject({ missing: [scope], complete: false })
    }
  },
)

test('a scope that nothing here needs is told as extra', () => {
  expect(analyzeScopes([...allScopes, 'broadcast.read']).extra).toEqual(['broadcast.read'])
})
