import { type Clock, type Gateway } from '@armorer/gateway'
import { type Config } from '../config/config-schema.js'
import { type LlmProvider } from '../llm/llm-provider.js'
import { type Database } from '../storage/database.js'
import { type XRead } from '../x-api/x-read.js'

/** All that a verb may use. What changes X is not among it: that goes through the gateway. */
export interface WorkflowCtx {
  readonly db: Database
  readonly config: Config
  readonly x: XRead
  /** Missing where no model is set up; what needs one says so. */
  readonly llm?: LlmProvider | undefined
  readonly gateway: Gateway
  readonly clock: Clock
}
