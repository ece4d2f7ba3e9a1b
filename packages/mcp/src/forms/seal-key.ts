export const KEY_BYTES = 32

/** Refuses a key that no seal can be made of. */
export function checkSealKey(key: Uint8Array | undefined): void {
  if (key && key.length !== KEY_BYTES) {
    throw new RangeError(`the key of a seal has ${KEY_BYTES} bytes`)
  }
}
