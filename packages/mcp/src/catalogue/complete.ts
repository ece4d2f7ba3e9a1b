import { type CompleteResult } from '@modelcontextprotocol/server'

/** What may be meant by the beginning of a word, the likeliest first. */
export type Complete = (begun: string) => readonly string[] | Promise<readonly string[]>

/** The most that the protocol takes at once. */
const MOST = 100

export async function complete(from: Complete | undefined, begun: string): Promise<CompleteResult> {
  const values = (await from?.(begun)) ?? []
  return {
    completion: {
      values: values.slice(0, MOST),
      total: values.length,
      hasMore: values.length > MOST,
    },
  }
}
