/** Agents. */
export { createAgent } from './agent/create-agent.js'
export type { AgentOptions } from './agent/create-agent.js'
export type { Agent, RunOptions, StandIns } from './agent/agent.js'
export { agentTool } from './agent/agent-tool.js'
export type { AgentToolOptions } from './agent/agent-tool.js'
export { spokenWords, wholeHistory } from './agent/handoff.js'
export type { Handoff, MessagePolicy } from './agent/handoff.js'
export type { RunStream, RunStreamEvent } from './agent/stream-run.js'

/** One step, and the loop around it. */
export { agentStep } from './step/agent-step.js'
export type { StepOptions } from './step/agent-step.js'
export type {
  FinalOutput,
  StepAux,
  StepOutcome,
  StepRequest,
  StepService,
} from './step/step-outcome.js'
export { finalOutput } from './step/final-output.js'
export type { FinalOutputOptions } from './step/final-output.js'
export type { Performed, StepTools, StepToolsOptions } from './step/step-tools.js'
export { resumable } from './step/resumable.js'
export { agentLoop } from './run/agent-loop.js'
export type { LoopOptions } from './run/agent-loop.js'
export type { AgentRun, CallDecision, RunRequest, RunService } from './run/agent-run.js'
export {
  maxCost,
  maxTime,
  maxTokens,
  maxToolCalls,
  repeatedCalls,
  toolCalled,
} from './run/stop-policy.js'
export type { StopPolicy } from './run/stop-policy.js'

/** Models. */
export type {
  AskedCall,
  ModelReply,
  ModelRequest,
  ModelService,
  OnDelta,
} from './model/model-service.js'

export { httpModel } from './http/http-model.js'
export type { HttpModelOptions } from './http/http-model.js'
export { anthropicFormat, chatFormat, geminiFormat } from './http/formats.js'
export type { AnthropicAdapter, GeminiAdapter, OpenAIAdapter } from './http/formats.js'
export type { ModelFormat, RequestParts } from './http/model-format.js'
export { createRequestBodies } from './http/request-bodies.js'
export type { RequestBodies } from './http/request-bodies.js'

/** A run as a log. */
export { createRunFold } from './run/run-state.js'
export type {
  Decided,
  OpenCall,
  Progress,
  RequestProgress,
  RunFold,
  RunState,
} from './run/run-state.js'
export { openRun } from './run/open-run.js'
export type { OnRecord, OpenRun } from './run/open-run.js'
export type {
  AnswerRecord,
  BeganRecord,
  DecidedRecord,
  HandoffRecord,
  OutcomeKind,
  OutputRecord,
  RunRecord,
  RunStop,
  SaidRecord,
  StartRecord,
  StopRecord,
  WaitingCall,
  WaitingRecord,
} from './run/run-record.js'
export { record } from './record/record.js'
export type { Divergence } from './record/divergence.js'
export type { ReplayOptions, ReplayReport } from './record/replay.js'
export { personApproval } from './record/person-approval.js'
export { memoryRunStore } from './record/memory-run-store.js'
export { isRunStoreError, RunStoreError } from './run/run-store.js'
export type { RunStore, RunStoreCode, RunSummary } from './run/run-store.js'

/** What providers take for a conversation. */
export { validateConversation } from './conversation/validate-conversation.js'
export type { ValidateOptions } from './conversation/validate-conversation.js'
export { CONVERSATION_DIALECTS } from './conversation/dialect.js'
export type { ConversationDialect } from './conversation/dialect.js'
export type { Violation, ViolationCode } from './conversation/violation.js'

/** Raw messages of Chat Completions, and back. */
export { chatCodec, rawMessagesToRunItems, runItemsToRawMessages } from './chat/chat-codec.js'
export type { RawMessage } from './chat/raw-message.js'
