/** Everything of `@armorer/gateway/notifiers`. */
export {
  SIGNATURE_HEADER,
  commandNotifier,
  isSigned,
  webhookNotifier,
} from '@armorer/gateway/notifiers'
export type { CommandOptions, WebhookOptions } from '@armorer/gateway/notifiers'
