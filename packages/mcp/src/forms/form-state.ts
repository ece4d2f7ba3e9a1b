import { type Ask, type JsonObject } from '@armorer/core'
import { type Seal } from './seal.js'

/** What travels with a form, sealed, and comes back with its answer. */
export interface FormState {
  readonly id: string
  readonly expiresAt: number
  /** Of who asked, for whom, which tool, and with which arguments. */
  readonly call: string
  readonly asks: readonly Ask[]
  readonly approvalId?: string
  /** Of a tool that speaks the protocol itself. */
  readonly own?: string
  /** What was answered in earlier rounds of the same call. */
  readonly answers: ReadonlyArray<readonly [ask: string, answer: JsonObject]>
}

/** The state of a form of this very call that has not expired; `undefined` for anything else. */
export function openState(
  seal: Seal,
  text: string,
  { call, now }: { readonly call: string; readonly now: number },
): FormState | undefined {
  // Only this server makes what its seal opens.
  const state = seal.open(text) as FormState | undefined
  if (state === undefined || state.call !== call || state.expiresAt <= now) return undefined
  return state
}

export function closeState(seal: Seal, state: FormState): string {
  return seal.close(JSON.parse(JSON.stringify(state)))
}
