import {
  noncesAreNeverRepeated,
  sealedSecretsOpenOnlyAsTheyAre,
} from '../../apps/tuitbot/core/test/laws/secret-laws.js'
import { shareOf, type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P34',
  promise: 'a stored secret opens under its own name and key, unchanged, and no nonce comes twice',
  run({ seed, slice }) {
    const secrets = shareOf(100_000, slice)
    const nonces = shareOf(1_000_000, slice)
    sealedSecretsOpenOnlyAsTheyAre({ runs: secrets, seed })
    noncesAreNeverRepeated({ runs: nonces })
    return { figures: { secrets, nonces, repeated: 0 } }
  },
}
