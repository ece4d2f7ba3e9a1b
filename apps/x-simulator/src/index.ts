export { type App } from './auth/apps.js'
export { type TokenPair } from './auth/tokens.js'
export { type Clock, realClock, type VirtualClock, virtualClock } from './clock.js'
export { type BadBody, type Fault, type FaultRule, type When } from './faults/fault.js'
export { type Rules } from './http/endpoint.js'
export { type Names } from './http/names.js'
export { type Access } from './limits/access.js'
export { type SimulatorOptions } from './simulation.js'
export {
  createSimulator,
  type RunningSimulator,
  type Simulator,
  startSimulator,
  type TokenOptions,
} from './simulator.js'
export { weightedLength } from './text/weighted-length.js'
export { type Effect, type ReceivedRequest, requestHash } from './truth.js'
export { type NewAccount } from './world/accounts.js'
export { type NewPost } from './world/posts.js'
export { type Account, type Post } from './world/world.js'
