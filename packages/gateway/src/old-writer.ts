import { type StoreDenial } from './store.js'

/** Why a program of this version may not write beside newer ones, if it may not. */
export function oldWriter(version: number, wanted: number): StoreDenial | undefined {
  if (version >= wanted) return undefined
  const reason = `this program writes as version ${version}, and at least ${wanted} is wanted: update it`
  return { kind: 'denied', code: 'old_writer', reason }
}
