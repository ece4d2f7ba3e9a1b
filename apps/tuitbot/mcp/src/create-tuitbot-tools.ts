import { type Tuitbot } from '@tuitbot/core'
import { getPolicyStatusTool } from './tools/get-policy-status.js'
import { getTweetByIdTool } from './tools/get-tweet-by-id.js'
import { getUserByUsernameTool } from './tools/get-user-by-username.js'
import { healthCheckTool } from './tools/health-check.js'
import { listPendingApprovalsTool } from './tools/list-pending-approvals.js'
import { postTweetTool } from './tools/post-tweet.js'
import { replyToTweetTool } from './tools/reply-to-tweet.js'
import { searchTweetsTool } from './tools/search-tweets.js'

/** Everything that an agent can do with an account. To decide about what waits for a person is not among it. */
export function createTuitbotTools(tuitbot: Pick<Tuitbot, 'ctx' | 'account'>) {
  return [
    searchTweetsTool(tuitbot),
    getUserByUsernameTool(tuitbot),
    getTweetByIdTool(tuitbot),
    postTweetTool(tuitbot),
    replyToTweetTool(tuitbot),
    listPendingApprovalsTool(tuitbot),
    getPolicyStatusTool(tuitbot),
    healthCheckTool(tuitbot),
  ] as const
}
