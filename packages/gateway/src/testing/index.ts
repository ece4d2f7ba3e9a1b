export { permitFor, stagingPermitFor } from './permits.js'
