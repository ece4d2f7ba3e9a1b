const digits = 'abcdefghijklmnopqrstuvwxyz0123456789'

/**
 * A label of a domain in ASCII, by RFC 3492 and nothing more: X takes labels that a name server would refuse, among them halves of
 * characters, which `domainToASCII` does not.
 */
export function encodeLabel(label: string): string {
  // The full stops of East Asian scripts part it, and become dots in it.
  return label
    .split(/[\u3002\uff0e\uff61]/)
    .map(encodePart)
    .join('.')
}

function encodePart(label: string): string {
  const points = Array.from(label, (character) => character.codePointAt(0) ?? 0)
  const ascii = points.filter((point) => point < 128)
  if (ascii.length === points.length) return label
  let encoded = `xn--${String.fromCodePoint(...ascii)}${ascii.length > 0 ? '-' : ''}`
  let done = ascii.length
  let reached = 128
  let delta = 0
  let bias = 72
  while (done < points.length) {
    const next = Math.min(...points.filter((point) => point >= reached))
    delta += (next - reached) * (done + 1)
    for (const point of points) {
      if (point < next) delta += 1
      if (point !== next) continue
      encoded += writeNumber(delta, bias)
      bias = nextBias(delta, done + 1, done === ascii.length)
      delta = 0
      done += 1
    }
    delta += 1
    reached = next + 1
  }
  return encoded
}

/** A number whose digits say where it ends. */
function writeNumber(value: number, bias: number): string {
  let text = ''
  let rest = value
  for (let k = 36; ; k += 36) {
    const least = Math.max(1, Math.min(26, k - bias))
    if (rest < least) return text + digits[rest]
    text += digits[least + ((rest - least) % (36 - least))]
    rest = Math.floor((rest - least) / (36 - least))
  }
}

function nextBias(delta: number, count: number, isFirst: boolean): number {
  let rest = Math.floor(delta / (isFirst ? 700 : 2))
  rest += Math.floor(rest / count)
  let k = 0
  for (; rest > 455; k += 36) rest = Math.floor(rest / 35)
  return k + Math.floor((36 * rest) / (rest + 38))
}
