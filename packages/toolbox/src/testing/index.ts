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
/** Everything of `@armorer/agent/testing`. */
export { CONVERSATION_MUTATORS, makeConversation, scriptedModel } from '@armorer/agent/testing'
export type {
  ConversationMutator,
  RandomNumber,
  ScriptedAnswer,
  ScriptedCalls,
} from '@armorer/agent/testing'
