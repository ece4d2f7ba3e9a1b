/** Approvals for whoever has no dashboard: one page and the same as JSON, for any server that speaks `fetch`. */
export { createApprovalsHandler } from './approvals-handler.js'
export type { ApprovalsHandler, ApprovalsOptions, ApprovalsGateway } from './approvals-handler.js'
