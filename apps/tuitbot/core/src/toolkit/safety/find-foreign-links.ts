import { findLinks, type Link } from '../text/find-links.js'

/**
 * The links of a text in NFC that lead elsewhere than to the given hosts and their subdomains. Anything
 * written as an address (`scheme://…`) counts, also where X would make no link of it.
 */
export function findForeignLinks(
  text: string,
  hosts: readonly string[],
  links: readonly Link[] = findLinks(text),
): string[] {
  const allowed = hosts.map((host) => host.toLowerCase())
  const isAllowed = ({ host }: Link) =>
    allowed.some((one) => host === one || host.endsWith(`.${one}`))
  const foreign = links.filter((link) => !isAllowed(link))
  return [
    ...foreign.map(({ start, end }) => text.slice(start, end)),
    ...findOtherAddresses(text, links),
  ]
}

/** Addresses that are no links on X: without a known top-level domain, with a user name, by number. */
function findOtherAddresses(text: string, links: readonly Link[]): string[] {
  let rest = ''
  let at = 0
  for (const { start, end } of links) {
    rest += `${text.slice(at, start)} `
    at = end
  }
  return Array.from(`${rest}${text.slice(at)}`.matchAll(ADDRESS), ([address]) => address)
}

const ADDRESS = /(?<![a-z0-9+.-])[a-z][a-z0-9+.-]{0,30}:\/\/[^\s/][^\s]{0,2000}/gi
