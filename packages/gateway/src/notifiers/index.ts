/** Ways to tell someone that something waits for a decision. */
export { webhookNotifier, isSigned, SIGNATURE_HEADER } from './webhook.js'
export type { WebhookOptions } from './webhook.js'
export { commandNotifier } from './command.js'
export type { CommandOptions } from './command.js'
