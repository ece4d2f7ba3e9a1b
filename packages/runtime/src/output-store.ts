import { createToolError, digest } from '@armorer/core'
import { type CallFacts } from './context.js'

export interface OutputStoreOptions {
  /** 100 where it is left out. */
  readonly maxEntries?: number
  /** Together, in UTF-8; 64 MiB where it is left out. */
  readonly maxBytes?: number
  /** Names a kept output; a random one where it is left out. */
  readonly newHandle?: () => string
}

/** Whole outputs of which a model was shown a part. The oldest go first when there is no more room. */
export interface OutputStore {
  /** The handle under which it is kept, for the same principal and account alone; `undefined` where it is larger than the store. */
  keep(text: Uint8Array, owner: CallFacts): string | undefined
  /** `undefined` where it was never kept, is gone, or is someone else's: who asks is not told which. */
  find(handle: string, asker: CallFacts): Uint8Array | undefined
  readonly size: number
}

export function createOutputStore(options: OutputStoreOptions = {}): OutputStore {
  const { maxEntries = 100, maxBytes = 64 * 2 ** 20, newHandle = randomHandle } = options
  for (const [name, limit] of Object.entries({ maxEntries, maxBytes })) {
    if (!(limit >= 1)) throw invalidLimit(name, limit)
  }
  const kept = new Map<string, { text: Uint8Array; owner: string }>()
  let bytes = 0

  const drop = (handle: string, text: Uint8Array) => {
    kept.delete(handle)
    bytes -= text.length
  }
  return {
    keep(text, owner) {
      if (text.length > maxBytes) return undefined
      const handle = newHandle()
      const before = kept.get(handle)
      if (before) drop(handle, before.text)
      kept.set(handle, { text, owner: ownerOf(owner) })
      bytes += text.length
      for (const [oldest, { text: old }] of kept) {
        if (kept.size <= maxEntries && bytes <= maxBytes) break
        drop(oldest, old)
      }
      return handle
    },
    find(handle, asker) {
      const found = kept.get(handle)
      return found && found.owner === ownerOf(asker) ? found.text : undefined
    },
    get size() {
      return kept.size
    },
  }
}

function ownerOf({ principal, account }: CallFacts): string {
  return digest([principal ? [principal.kind, principal.id] : null, account ?? null])
}

function randomHandle(): string {
  return `output_${crypto.randomUUID()}`
}

function invalidLimit(name: string, limit: number) {
  return createToolError({
    category: 'validation',
    code: 'toolbox.invalid_option',
    message: `createOutputStore takes ${name} as a number from 1 on, not ${limit}`,
  })
}
