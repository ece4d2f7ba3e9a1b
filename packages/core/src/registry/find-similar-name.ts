import { countEdits } from '../search/edit-distance.js'
import { nameKey, type NameKey, type RegistryState } from './registry-state.js'

/** From so many letters on two slips are thought of, as in a search. */
const LETTERS_FOR_TWO = 8

/** A name that is known, and a slip or two away from this one; `undefined` where there is none. */
export function findSimilarName(state: RegistryState, name: string): NameKey | undefined {
  const most = name.length < LETTERS_FOR_TWO ? 1 : 2
  let nearest: { readonly edits: number; readonly key: NameKey } | undefined
  for (const [known, namespaces] of state.namespaces) {
    const edits = countEdits(name, known, most)
    const [namespace] = namespaces
    if (edits > most || namespace === undefined || (nearest && nearest.edits <= edits)) continue
    nearest = { edits, key: nameKey({ namespace, name: known }) }
  }
  return nearest?.key
}
