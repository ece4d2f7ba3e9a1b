import {
  HARD_RULES,
  rulesPolicy,
  type Judged,
  type Limit,
  type Policy,
  type Rule,
} from '@armorer/gateway'
import { type Config } from '../config/config-schema.js'

const DAY_MS = 24 * 60 * 60 * 1000

/** The rules that a configuration stands for. What a person asks and confirms is decided by that; the rest may wait. */
export function policyOf(config: Config): Policy {
  const rules = rulesPolicy(rulesOf(config))
  const strict = rulesPolicy([...rulesOf(config), AI_REPLIES])
  return (judged) => (mustAsk(judged, config) ? strict(judged) : rules(judged))
}

/** All that is asked of a change under a configuration, for whoever wants to know before trying. */
export function listRules(config: Config): readonly Rule[] {
  return [...rulesOf(config), ...(config.x.aiRepliesApproved ? [] : [AI_REPLIES]), ...HARD_RULES]
}

/** What an account may do in a day, whoever asks. */
export function limitsOf({ limits }: Config): readonly Limit[] {
  return [
    { dimension: 'replies', max: limits.maxRepliesPerDay, windowMs: DAY_MS },
    { dimension: 'posts', max: limits.maxTweetsPerDay, windowMs: DAY_MS },
  ]
}

function rulesOf({ approvalMode }: Config): readonly Rule[] {
  if (!approvalMode) return [{ id: 'autopilot', action: 'allow' }]
  return [
    {
      id: 'approval-mode',
      action: 'require_approval',
      reason: 'approval mode is on: nothing goes out before you have seen it',
    },
  ]
}

const AI_REPLIES: Rule = {
  id: 'x:ai-replies',
  action: 'require_approval',
  principals: ['agent', 'loop'],
  reason:
    'X allows replies written by a machine only where it has agreed to them, so a person decides',
}

/** X's rule for automated replies, until the account has X's leave. */
function mustAsk({ operation, args }: Judged, { x }: Config): boolean {
  if (x.aiRepliesApproved || operation !== 'post.create') return false
  return typeof args === 'object' && args !== null && 'replyTo' in args
}
