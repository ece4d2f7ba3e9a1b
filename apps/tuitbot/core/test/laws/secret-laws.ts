import { randomBytes } from 'node:crypto'
import { keysFromText } from '../../src/storage/master-key.js'
import { createSecretBox, type SealedSecret } from '../../src/storage/secret-box.js'
import { StorageError } from '../../src/storage/storage-error.js'
import { createDamage } from './damage.js'

const names = ['alice', 'bob'].flatMap((owner) =>
  ['x_access_token', 'x_refresh_token'].map((kind) => ({ owner, kind })),
)

/** A secret opens under its own name, whole and unchanged, and in no other way. No nonce comes twice. */
export function sealedSecretsOpenOnlyAsTheyAre({
  runs,
  seed,
}: {
  runs: number
  seed: number
}): void {
  const damage = createDamage(seed)
  const keys = [1, 2].map((version) => `${version}:${randomBytes(32).toString('base64')}`)
  const box = createSecretBox(keysFromText(keys.join('\n')))
  const older = createSecretBox(keysFromText(keys[0] ?? ''))
  const nonces = new Set<string>()
  for (let run = 0; run < runs; run++) {
    const name = damage.pick(names)
    const secret = `secret ${run} ${'é'.repeat(damage.int(40))}`
    const sealed = box.seal(name, secret)
    nonces.add(Buffer.from(sealed.sealed.subarray(0, 12)).toString('latin1'))
    if (box.open(name, sealed) !== secret) throw new Error('it did not come out as it went in')

    const other = damage.pick(names.filter((one) => one !== name))
    refuse(() => box.open(other, sealed), 'under another name')
    refuse(() => box.open(name, flipBit(sealed, damage.int(sealed.sealed.length * 8))), 'changed')
    refuse(() => box.open(name, cut(sealed, damage.int(sealed.sealed.length))), 'cut short')
    refuse(() => box.open(name, { ...sealed, keyVersion: 1 }), 'as if sealed with an older key')
    refuse(() => older.open(name, sealed), 'without its key')
  }
  if (nonces.size !== runs) throw new Error(`${runs - nonces.size} nonces came twice`)
}

/** Only sealing: as many nonces as there are runs. */
export function noncesAreNeverRepeated({ runs }: { runs: number }): void {
  const box = createSecretBox(keysFromText(randomBytes(32).toString('base64')))
  const nonces = new Set<bigint>()
  for (let run = 0; run < runs; run++) {
    const { sealed } = box.seal({ owner: 'alice', kind: 'x_access_token' }, 'secret')
    const bytes = Buffer.from(sealed.subarray(0, 12))
    nonces.add((bytes.readBigUInt64LE(0) << 32n) | BigInt(bytes.readUInt32LE(8)))
  }
  if (nonces.size !== runs) throw new Error(`${runs - nonces.size} nonces came twice`)
}

function refuse(open: () => string, how: string): void {
  try {
    open()
  } catch (error) {
    if (error instanceof StorageError && error.code === 'unreadable_secret') return
    throw error
  }
  throw new Error(`a secret was opened ${how}`)
}

function flipBit(secret: SealedSecret, bit: number): SealedSecret {
  const sealed = Buffer.from(secret.sealed)
  sealed[bit >> 3] = (sealed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
  return { ...secret, sealed }
}

function cut(secret: SealedSecret, length: number): SealedSecret {
  return { ...secret, sealed: secret.sealed.subarray(0, length) }
}
