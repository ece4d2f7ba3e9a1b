import { type PartialProblem } from '../x-api/model.js'
import { type XPage } from '../x-api/parse-answer.js'

/** One form for all of X's pages. */
export interface Pagination {
  readonly nextToken?: string
  readonly resultCount: number
  readonly hasMore: boolean
}

export interface Page<Item> {
  readonly items: readonly Item[]
  readonly pagination: Pagination
  /** What X could not show. */
  readonly partial: readonly PartialProblem[]
}

/** A page is the last one when it has no token, however short it is. */
export function toPage<Item>({ items, nextToken, partial }: XPage<Item>): Page<Item> {
  const pagination = {
    ...(nextToken !== undefined && { nextToken }),
    resultCount: items.length,
    hasMore: nextToken !== undefined,
  }
  return { items, pagination, partial }
}
