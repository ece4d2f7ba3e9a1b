export { parsePolicyFile, showProblem } from './parse-policy-file.js'
export type { FileProblem, ParsedPolicyFile } from './parse-policy-file.js'
export { locateKeys } from './locate-keys.js'
export type { KeyLocator, Position } from './locate-keys.js'
