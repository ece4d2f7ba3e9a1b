/** SHA-256 (FIPS 180-4) of the text's UTF-8 bytes, synchronous: Web Crypto has no such thing. */
export function sha256Hex(text: string): string {
  const words = toPaddedWords(new TextEncoder().encode(text))
  const state = Uint32Array.from(INITIAL)
  const schedule = new Uint32Array(64)
  for (let offset = 0; offset < words.length; offset += 16) {
    compress(state, schedule, words.subarray(offset, offset + 16))
  }
  return Array.from(state, (word) => word.toString(16).padStart(8, '0')).join('')
}

function toPaddedWords(bytes: Uint8Array): Uint32Array {
  const blocks = Math.ceil((bytes.length + 9) / 64)
  const padded = new DataView(new ArrayBuffer(blocks * 64))
  new Uint8Array(padded.buffer).set(bytes)
  padded.setUint8(bytes.length, 0x80)
  padded.setBigUint64(blocks * 64 - 8, BigInt(bytes.length) * 8n)
  return Uint32Array.from({ length: blocks * 16 }, (_, index) => padded.getUint32(index * 4))
}

function compress(state: Uint32Array, schedule: Uint32Array, block: Uint32Array): void {
  schedule.set(block)
  for (let t = 16; t < 64; t++) {
    const w15 = at(schedule, t - 15)
    const w2 = at(schedule, t - 2)
    const s0 = rotate(w15, 7) ^ rotate(w15, 18) ^ (w15 >>> 3)
    const s1 = rotate(w2, 17) ^ rotate(w2, 19) ^ (w2 >>> 10)
    schedule[t] = at(schedule, t - 16) + s0 + at(schedule, t - 7) + s1
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state
  for (let t = 0; t < 64; t++) {
    const s1 = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)
    const choice = (e & f) ^ (~e & g)
    const t1 = (h + s1 + choice + at(ROUND, t) + at(schedule, t)) | 0
    const s0 = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)
    const majority = (a & b) ^ (a & c) ^ (b & c)
    h = g
    g = f
    f = e
    e = (d + t1) | 0
    d = c
    c = b
    b = a
    a = (t1 + s0 + majority) | 0
  }
  for (const [index, word] of [a, b, c, d, e, f, g, h].entries()) {
    state[index] = at(state, index) + word
  }
}

function rotate(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits))
}

/** An element that is there: every index above is within its array. */
function at(words: Uint32Array, index: number): number {
  return words[index] ?? 0
}

/** The first 32 bits of the fractional parts of the roots of the first primes. */
function rootsOfPrimes(count: number, exponent: number): Uint32Array {
  const primes: number[] = []
  for (let candidate = 2; primes.length < count; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate)
  }
  return Uint32Array.from(primes, (prime) => Math.floor((prime ** exponent % 1) * 2 ** 32))
}

const INITIAL = rootsOfPrimes(8, 1 / 2)
const ROUND = rootsOfPrimes(64, 1 / 3)
