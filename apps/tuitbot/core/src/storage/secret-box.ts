import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type KeyRing, type KeySource } from './master-key.js'
import { StorageError } from './storage-error.js'

/** What a secret is, and whose. It is sealed in with it: moved elsewhere, the secret does not open. */
export interface SecretName {
  readonly owner: string
  readonly kind: string
}

export interface SealedSecret {
  readonly keyVersion: number
  /** Nonce, ciphertext and tag. */
  readonly sealed: Uint8Array
}

export interface SecretBox {
  seal(name: SecretName, secret: string): SealedSecret
  /** Throws where anything but the exact secret of this name comes out. */
  open(name: SecretName, sealed: SealedSecret): string
  readonly newestKey: () => number
}

const NONCE = 12
const TAG = 16

/** AES-256-GCM with a fresh nonce for each secret. Keys are asked for again when one turns up that is not known. */
export function createSecretBox(source: KeySource): SecretBox {
  let ring: KeyRing = source.load()

  function findKey(version: number): Buffer {
    if (!ring.keys.has(version)) ring = source.load()
    const key = ring.keys.get(version)
    if (key) return key
    throw unreadable(`its key, number ${version}, is not here`)
  }

  return {
    newestKey: () => ring.newest,
    seal(name, secret) {
      const keyVersion = ring.newest
      const nonce = randomBytes(NONCE)
      const cipher = createCipheriv('aes-256-gcm', findKey(keyVersion), nonce)
      cipher.setAAD(boundTo(name, keyVersion))
      const text = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()])
      return { keyVersion, sealed: Buffer.concat([nonce, text, cipher.getAuthTag()]) }
    },
    open(name, { keyVersion, sealed }) {
      const key = findKey(keyVersion)
      if (sealed.length < NONCE + TAG) throw unreadable('it is too short')
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE), {
        authTagLength: TAG,
      })
      decipher.setAAD(boundTo(name, keyVersion))
      decipher.setAuthTag(sealed.subarray(sealed.length - TAG))
      try {
        const text = decipher.update(sealed.subarray(NONCE, sealed.length - TAG))
        return Buffer.concat([text, decipher.final()]).toString('utf8')
      } catch (error) {
        throw unreadable('it was changed, or belongs elsewhere', error)
      }
    },
  }
}

function boundTo({ owner, kind }: SecretName, keyVersion: number): Buffer {
  return Buffer.from(JSON.stringify([owner, kind, keyVersion]))
}

function unreadable(why: string, cause?: unknown): StorageError {
  return new StorageError('unreadable_secret', `a stored secret cannot be opened: ${why}`, {
    cause,
  })
}
