/** Everything of `@armorer/runtime/testing`. */
export {
  autoApprover,
  createFakeClock,
  createRecordingLogger,
  script,
  scriptedTool,
} from '@armorer/runtime/testing'
export type { Answer, FakeClock, LogLine, RecordingLogger } from '@armorer/runtime/testing'
/** Everything of `@armorer/gateway/testing`. */
export { permitFor, stagingPermitFor } from '@armorer/gateway/testing'
