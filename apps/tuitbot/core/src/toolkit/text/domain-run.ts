import { topLevelDomainEnd } from './top-level-domain-end.js'
import { LABEL, rolesOf } from './url-characters.js'

/**
 * An unbroken run of what domains are made of. It is read once, so that asking for the domain at each of
 * its positions costs no more than reading it.
 */
export interface DomainRun {
  readonly start: number
  readonly end: number
  /** Where the longest domain that begins at this position ends, or -1. */
  domainEnd(start: number): number
}

interface Label {
  /** Where its dot stands. */
  readonly dot: number
  /** Its last underscore, or -1: a label with one can only be a subdomain. */
  readonly underscore: number
  readonly topLevelEnd: number
}

/** Reads the run around a position; where the position is not in a run, the run is empty. */
export function readDomainRun(text: string, at: number): DomainRun {
  let start = at
  while (start > 0 && belongs(text.charCodeAt(start - 1))) start -= 1
  let end = at
  while (end < text.length && belongs(text.charCodeAt(end))) end += 1

  const labels = readLabels(text, start, end)
  const ends = Array.from({ length: labels.length + 1 }, () => -1)
  const endFrom = (from: number, index: number): number => {
    const label = labels[index]
    if (!label || !isLetter(text, from) || !isLetter(text, label.dot - 1)) return -1
    const further = ends[index + 1] ?? -1
    if (further >= 0) return further
    return label.underscore >= from ? -1 : label.topLevelEnd
  }
  for (let index = labels.length - 1; index >= 0; index--) {
    ends[index] = endFrom((labels[index - 1]?.dot ?? start - 1) + 1, index)
  }
  return { start, end, domainEnd: (from) => endFrom(from, countBefore(labels, from)) }
}

function belongs(unit: number): boolean {
  return unit === DOT || unit === UNDERSCORE || unit === HYPHEN || (rolesOf(unit) & LABEL) !== 0
}

function isLetter(text: string, at: number): boolean {
  return at < text.length && (rolesOf(text.charCodeAt(at)) & LABEL) !== 0
}

function readLabels(text: string, start: number, end: number): Label[] {
  const labels: Label[] = []
  let underscore = -1
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit === UNDERSCORE) underscore = at
    if (unit !== DOT) continue
    labels.push({ dot: at, underscore, topLevelEnd: topLevelDomainEnd(text, at + 1) })
    underscore = -1
  }
  return labels
}

/** How many labels end before this position: the index of the one it lies in. */
function countBefore(labels: readonly Label[], position: number): number {
  let low = 0
  let high = labels.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((labels[middle]?.dot ?? Infinity) < position) low = middle + 1
    else high = middle
  }
  return low
}

const DOT = 0x2e
const UNDERSCORE = 0x5f
const HYPHEN = 0x2d
