import {
  lawsHoldWithEveryMemory,
  memoryChangesNothing,
} from '../../packages/gateway/test/laws/memory-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'P10',
  'the memory of a process, on, off or full of lies, changes no outcome',
  1_000,
  async ({ runs, seed }) => {
    await memoryChangesNothing({ runs, seed })
    await lawsHoldWithEveryMemory({ runs: Math.ceil(runs / 20), seed })
  },
)
