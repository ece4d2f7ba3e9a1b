import { type Sent as GatewaySent } from '@armorer/gateway'
import { type ProviderCode } from './provider-error.js'

type Refused = Extract<GatewaySent, { readonly kind: 'refused' }>

/** What became of one send, as the gateway takes it; what X refuses has one of our own codes. */
export type Sent<Value> =
  | Exclude<GatewaySent<Value>, { readonly kind: 'refused' }>
  | (Refused & { readonly code: ProviderCode })
