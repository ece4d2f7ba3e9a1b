import { Buffer } from 'node:buffer'
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { type JsonValue } from '@armorer/core'
import { checkSealKey, KEY_BYTES } from './seal-key.js'

const VERSION = 'a1.'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Closes data in a text that nobody else can read, make or change. */
export interface Seal {
  close(value: JsonValue): string
  /** `undefined` for whatever this seal has not closed. */
  open(text: string): unknown
}

/** AES-256-GCM. Whoever is to open what others have closed has the same key of 32 bytes. */
export function createSeal(key: Uint8Array = randomBytes(KEY_BYTES)): Seal {
  checkSealKey(key)
  return {
    close(value) {
      const iv = randomBytes(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', key, iv)
      const body = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
      return VERSION + Buffer.concat([iv, body, cipher.getAuthTag()]).toString('base64url')
    },
    open(text) {
      if (!text.startsWith(VERSION)) return undefined
      const encoded = text.slice(VERSION.length)
      const bytes = Buffer.from(encoded, 'base64url')
      // Another spelling of the same bytes is not what was closed.
      if (bytes.toString('base64url') !== encoded) return undefined
      if (bytes.length < IV_BYTES + TAG_BYTES) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, IV_BYTES))
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES))
      try {
        const body = bytes.subarray(IV_BYTES, -TAG_BYTES)
        return JSON.parse(Buffer.concat([decipher.update(body), decipher.final()]).toString('utf8'))
      } catch {
        return undefined
      }
    },
  }
}
