import { asciiLength } from './ascii-length.js'
import { readDomainRun, type DomainRun } from './domain-run.js'
import { topLevelDomainEnd } from './top-level-domain-end.js'
import { mayPrecedeLink, PLAIN_LABEL, rolesOf } from './url-characters.js'
import { pathEnd, queryEnd } from './url-tail.js'

/** A stretch of text that X turns into a t.co link. */
export interface Link {
  readonly start: number
  readonly end: number
  /** In lower case, without port. */
  readonly host: string
}

interface Candidate {
  readonly start: number
  readonly domain: number
  readonly domainEnd: number
  /** Where the path begins, if there is one. */
  readonly path: number | undefined
  readonly end: number
}

const MAX_URL_LENGTH = 4096
const MAX_SHORT_LINK_NAME = 40

/** The links in a text that is in NFC, by X's published rules; with `https://` or without, in linear time. */
export function findLinks(text: string): Link[] {
  if (!text.includes('.')) return []
  const links: Link[] = []
  const runs = createRunReader(text)
  for (let at = 0; at < text.length;) {
    const candidate = findCandidate(text, at, runs)
    if (!candidate) {
      at += 1
      continue
    }
    if (isDomainName(text, candidate)) {
      const { start, domain } = candidate
      if (domain > start) links.push(...fromUrl(text, candidate))
      else if (!/[-_./]/.test(text[start - 1] ?? '')) links.push(...fromBareDomain(text, candidate))
    }
    at = candidate.end
  }
  return links
}

/** What could be a link after the unit at this position, or, in the first place of the text, at it. */
function findCandidate(text: string, at: number, runs: RunReader): Candidate | undefined {
  const after = mayPrecedeLink(text.charCodeAt(at)) ? readCandidate(text, at + 1, runs) : undefined
  return after ?? (at === 0 ? readCandidate(text, 0, runs) : undefined)
}

function readCandidate(text: string, start: number, runs: RunReader): Candidate | undefined {
  SCHEME.lastIndex = start
  const domains = SCHEME.test(text) ? [SCHEME.lastIndex, start] : [start]
  for (const domain of domains) {
    const domainEnd = runs(domain).domainEnd(domain)
    if (domainEnd >= 0) return { start, domain, domainEnd, ...readTail(text, domainEnd) }
  }
  return undefined
}

const SCHEME = /https?:\/\//iy

function readTail(text: string, domainEnd: number): Pick<Candidate, 'path' | 'end'> {
  PORT.lastIndex = domainEnd
  const portEnd = PORT.test(text) ? PORT.lastIndex : domainEnd
  const path = text[portEnd] === '/' ? portEnd : undefined
  const end = path === undefined ? portEnd : pathEnd(text, path)
  return { path, end: text[end] === '?' ? queryEnd(text, end) : end }
}

const PORT = /:[0-9]+/y

function isDomainName(text: string, { start, domain, domainEnd, end }: Candidate): boolean {
  const length = asciiLength(text.slice(domain, domainEnd))
  if (length === undefined) return false
  const scheme = domain > start ? 0 : 'https://'.length
  return scheme + end - start + length - (domainEnd - domain) <= MAX_URL_LENGTH
}

function fromUrl(text: string, candidate: Candidate): Link[] {
  const { start, domain, domainEnd, end } = candidate
  const host = hostOf(text, domain, domainEnd)
  // What says that it is in punycode must have a domain in ASCII.
  if (host.startsWith('xn--') && fromBareDomain(text, candidate).length === 0) return []
  if (host !== 't.co') return [{ start, end, host }]
  SHORT_LINK_NAME.lastIndex = domainEnd
  const name = SHORT_LINK_NAME.exec(text)?.[1]
  if (name === undefined) return [{ start, end, host }]
  if (name.length > MAX_SHORT_LINK_NAME) return []
  const nameEnd = SHORT_LINK_NAME.lastIndex
  return [{ start, end: text[nameEnd] === '?' ? queryEnd(text, nameEnd) : nameEnd, host }]
}

const SHORT_LINK_NAME = /\/([a-z0-9]+)/iy

/** Without `https://` only Latin domains are links, so that words of other scripts around them stay words. */
function fromBareDomain(text: string, { domain, domainEnd, path, end }: Candidate): Link[] {
  const links: Link[] = []
  let start = -1
  let plainEnd = -1
  const close = () => {
    if (plainEnd >= 0) links.push({ start, end: plainEnd, host: hostOf(text, start, plainEnd) })
    start = -1
    plainEnd = -1
  }
  for (let at = domain; at < domainEnd; at++) {
    if (text[at] === '.' && start >= 0)
      plainEnd = Math.max(plainEnd, topLevelDomainEnd(text, at + 1))
    else if (rolesOf(text.charCodeAt(at)) & PLAIN_LABEL) start = start < 0 ? at : start
    else close()
  }
  close()
  const last = links.at(-1)
  if (last && path !== undefined) links[links.length - 1] = { ...last, end }
  return links
}

function hostOf(text: string, start: number, end: number): string {
  return text.slice(start, end).toLowerCase()
}

type RunReader = (at: number) => DomainRun

/** Keeps the run it read last: its positions are asked for one after the other. */
function createRunReader(text: string): RunReader {
  let run: DomainRun | undefined
  return (at) => {
    if (!run || at < run.start || at >= run.end) run = readDomainRun(text, at)
    return run
  }
}
