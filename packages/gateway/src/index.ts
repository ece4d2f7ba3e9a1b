/** Leave to send. */
export { checkStagingPermit, PermitError, spendPermit } from './permit.js'
export type { Permit, PermitFailure, StagingPermit } from './permit.js'
