const MAX_LABEL_LENGTH = 63

/**
 * How long a domain is once its labels are written in ASCII (punycode), or `undefined` where a label is
 * longer than a name server takes.
 */
export function asciiLength(domain: string): number | undefined {
  let total = -1
  for (const label of domain.split('.')) {
    const length = labelLength(label)
    if (length > MAX_LABEL_LENGTH) return undefined
    total += length + 1
  }
  return total
}

function labelLength(label: string): number {
  if (label.length > 2 * MAX_LABEL_LENGTH) return label.length
  // The full stops of East Asian scripts part a label too, and stay in it as dots.
  return label
    .split(/[\u3002\uff0e\uff61]/)
    .map(punycodeLength)
    .reduce((sum, length) => sum + length + 1)
}

/** RFC 3492 with its output counted, not written. */
function punycodeLength(label: string): number {
  const points = Array.from(label, (character) => character.codePointAt(0) ?? 0)
  const others = points.filter((point) => point >= 0x80).toSorted((a, b) => a - b)
  if (others.length === 0) return label.length

  const basic = points.length - others.length
  let length = 'xn--'.length + basic + (basic > 0 ? 1 : 0)
  let handled = basic
  let last = 0x80
  let delta = 0
  let bias = 72
  for (const point of new Set(others)) {
    delta += (point - last) * (handled + 1)
    for (const current of points) {
      if (current < point) delta += 1
      if (current !== point) continue
      length += countDigits(delta, bias)
      bias = adapt(delta, handled + 1, handled === basic)
      delta = 0
      handled += 1
    }
    delta += 1
    last = point + 1
  }
  return length
}

function countDigits(delta: number, bias: number): number {
  let rest = delta
  for (let digits = 1; ; digits++) {
    const threshold = Math.min(Math.max(digits * 36 - bias, 1), 26)
    if (rest < threshold) return digits
    rest = Math.floor((rest - threshold) / (36 - threshold))
  }
}

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / 700) : delta >> 1
  rest += Math.floor(rest / count)
  let k = 0
  while (rest > 455) {
    rest = Math.floor(rest / 35)
    k += 36
  }
  return k + Math.floor((36 * rest) / (rest + 38))
}
