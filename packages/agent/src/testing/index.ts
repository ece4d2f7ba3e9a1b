export { scriptedModel } from './scripted-model.js'
export type { ScriptedAnswer, ScriptedCalls } from './scripted-model.js'
export { CONVERSATION_MUTATORS, makeConversation } from './conversations.js'
export type { ConversationMutator, RandomNumber } from './conversations.js'
