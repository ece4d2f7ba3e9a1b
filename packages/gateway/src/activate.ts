import { canonicalJson } from '@armorer/core'
import { type Parts } from './parts.js'
import { type ReadPolicy } from './policy/policy.js'
import { type ActivateInput, type Activated } from './policy-store.js'

/** Who changes the policy, and why. */
export type Activation = Omit<ActivateInput, 'text' | 'probation'>

/** A document that is no policy changes nothing: the one that holds stays. */
export type PolicyChange = Activated | Extract<ReadPolicy, { kind: 'bad' }>

/** Reads a document whole; if it is good, it is the policy from the next claim on, in every process. */
export async function activatePolicy(
  { policy, store }: Parts,
  document: unknown,
  activation: Activation,
): Promise<PolicyChange> {
  if (policy.kind === 'code') {
    throw new TypeError('this gateway judges by rules in code; give it a storedPolicy')
  }
  const read = policy.read(document)
  if (read.kind === 'bad') return read
  return store.activatePolicy({
    ...activation,
    text: canonicalJson(document),
    probation: read.ruleSet.deciding.firstChanges,
  })
}
