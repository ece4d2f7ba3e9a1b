/** Everything of `@armorer/gateway/policy-file`. */
export { locateKeys, parsePolicyFile, showProblem } from '@armorer/gateway/policy-file'
export type {
  FileProblem,
  KeyLocator,
  ParsedPolicyFile,
  Position,
} from '@armorer/gateway/policy-file'
