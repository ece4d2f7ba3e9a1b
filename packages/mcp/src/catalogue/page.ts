import { Buffer } from 'node:buffer'
import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server'
import { type Hide } from '../hide-failures.js'

export interface CatalogueOptions {
  /** How many of a list at once; all of it where it is left out. */
  readonly pageSize: number | undefined
  readonly hide: Hide
}

/** One page of a list that does not change, and where the next begins. */
export function pageOf<Item>(
  items: readonly Item[],
  cursor: string | undefined,
  size = Infinity,
): { readonly items: Item[]; readonly nextCursor?: string } {
  const start = cursor === undefined ? 0 : readCursor(cursor, items.length)
  const end = start + size
  return {
    items: items.slice(start, end),
    ...(end < items.length && { nextCursor: toCursor(end) }),
  }
}

const PREFIX = 'from:'

function toCursor(at: number): string {
  return Buffer.from(`${PREFIX}${at}`).toString('base64url')
}

function readCursor(cursor: string, length: number): number {
  const text = Buffer.from(cursor, 'base64url').toString('utf8')
  const at = /^from:\d{1,9}$/.test(text) ? Number(text.slice(PREFIX.length)) : -1
  if (at > 0 && at < length) return at
  throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'this cursor is none of this list')
}
