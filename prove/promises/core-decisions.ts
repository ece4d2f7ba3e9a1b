import { decisionsFormALattice } from '../../packages/core/test/laws/decision-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'core.decisions',
  'joining decisions never weakens one',
  100_000,
  decisionsFormALattice,
)
