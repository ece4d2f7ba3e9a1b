import { type Rule } from './rule.js'

/** They hold under every policy. */
export const HARD_RULES: readonly Rule[] = [
  {
    id: 'hard:delete-approval',
    action: 'require_approval',
    priority: 0,
    classes: ['delete'],
    principals: ['agent', 'loop'],
    reason: 'what an agent or a loop wants to delete, a person approves first',
  },
  {
    id: 'hard:composer-approval',
    action: 'require_approval',
    priority: 10,
    modes: ['composer'],
    principals: ['agent', 'loop'],
    reason: 'in composer mode a person approves every change',
  },
  {
    id: 'hard:untrusted-approval',
    action: 'require_approval',
    priority: 20,
    labels: ['untrusted'],
    principals: ['agent'],
    reason:
      'the agent has read text written by strangers, so a person approves what it wants to do',
  },
]
