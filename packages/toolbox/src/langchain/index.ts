export { toLangChainTools } from './to-langchain-tools.js'
export type {
  LangChainExport,
  LangChainFields,
  LangChainFunction,
  LangChainOptions,
  MakeLangChainTool,
} from './to-langchain-tools.js'
export { frameworkApprovals } from '../bridges/framework-approvals.js'
export type { FrameworkApprovals } from '../bridges/framework-approvals.js'
export type { BridgeOptions } from '../bridges/bridge-tools.js'
