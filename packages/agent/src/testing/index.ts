export { scriptedModel } from './scripted-model.js'
export type { ScriptedAnswer, ScriptedCalls } from './scripted-model.js'
