/** Everything of `@armorer/gateway/approvals-http`. */
export { createApprovalsHandler } from '@armorer/gateway/approvals-http'
export type {
  ApprovalsGateway,
  ApprovalsHandler,
  ApprovalsOptions,
} from '@armorer/gateway/approvals-http'
