import { runsComeBack } from '../../packages/agent/test/laws/replay-laws.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'A2',
  'recorded runs are replayed with model and tools forbidden, record for record, and a planted change is named where it is',
  1_000,
  async (trial) => {
    const network = globalThis.fetch
    globalThis.fetch = () => Promise.reject(new Error('a replay reached for the network'))
    try {
      await runsComeBack(trial)
    } finally {
      globalThis.fetch = network
    }
  },
)
