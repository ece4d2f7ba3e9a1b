import { rulesPolicy, type HeldRule, type Limit, type Policy, type Rule } from '@armorer/gateway'
import { type Config } from '../config/config-schema.js'
import { listDeciders } from './people.js'

/** The rules and limits that a configuration stands for, under X's own. */
export function policyOf(config: Config): Policy {
  return rulesPolicy(rulesOf(config), {
    hard: xRulesFor(config),
    limits: limitsOf(config),
    approvals: decidingOf(config),
  })
}

/** All that is asked of a change under a configuration, for whoever wants to know before trying. */
export function listRules(config: Config): readonly HeldRule[] {
  return policyOf(config).current(NONE_ACTIVE).rules
}

/** The rules for which a person can decide in advance: no hard rule, and none of X's. */
export function listGrantable(config: Config): ReadonlySet<string> {
  const lifted = listRules(config).filter(({ band }) => band !== 'hard')
  return new Set(lifted.map(({ id }) => id))
}

/** The policy is in code, so it does not matter what the database says of it. */
const NONE_ACTIVE = { version: 0, text: undefined, lifted: false, at: 0 }

/** Who decides about what waits, and how many of them it takes. */
export function decidingOf(config: Config) {
  const { fourEyes, quorum } = config.approvals
  return { four_eyes: fourEyes, quorum, approvers: listDeciders(config) }
}

/** What an account may do in a day, whoever asks. */
export function limitsOf({ limits }: Config): readonly Limit[] {
  return [
    { dimension: 'replies', max: limits.maxRepliesPerDay, per: '1d' },
    { dimension: 'posts', max: limits.maxTweetsPerDay, per: '1d' },
  ]
}

/** What a person asks and confirms is decided by that; the rest may wait. */
function rulesOf({ approvalMode }: Config): readonly Rule[] {
  if (!approvalMode) return [{ id: 'autopilot', action: 'allow' }, POST_AGAIN]
  return [
    POST_AGAIN,
    {
      id: 'approval-mode',
      action: 'require_approval',
      reason: 'approval mode is on: nothing goes out before you have seen it',
    },
  ]
}

/** It decides nothing else: where something waits, a stricter rule says so. */
const POST_AGAIN: Rule = {
  id: 'post-again',
  action: 'allow',
  repeat: true,
  operations: ['post.create'],
  principals: ['person'],
  reason: 'a person may post again what was taken back',
}

/** X's rules for automated accounts, which no setting lifts without X's leave. */
function xRulesFor({ x }: Config): readonly Rule[] {
  return x.aiRepliesApproved ? [] : [AI_REPLIES]
}

const AI_REPLIES: Rule = {
  id: 'x:ai-replies',
  action: 'require_approval',
  operations: ['post.create'],
  principals: ['agent', 'loop'],
  args: [{ path: 'replyTo', exists: true }],
  reason:
    'X allows replies written by a machine only where it has agreed to them, so a person decides',
}
