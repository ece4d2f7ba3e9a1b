import { registryIsAList } from '../../packages/core/test/laws/registry-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'core.registry',
  'a registry holds what was registered, whatever the operations',
  10_000,
  registryIsAList,
)
