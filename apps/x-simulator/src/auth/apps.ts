import { type Access } from '../limits/access.js'

/** A registered developer app: who may ask for tokens, and on whose bill. */
export interface App {
  readonly id: string
  readonly name: string
  readonly clientId: string
  readonly clientSecret: string
  /** A public client has no secret to keep and names itself in the body. */
  readonly kind: 'public' | 'confidential'
  /** Addresses that a person may be sent back to; `any-loopback` takes every port of this machine. */
  readonly redirectUris: readonly string[] | 'any-loopback'
  /** Whose own data is read at the lower price. */
  readonly ownerId: string | undefined
  access: Access
  /** Dollars left to spend. */
  credits: number
}

export function allowsRedirect(app: App, uri: string): boolean {
  if (app.redirectUris !== 'any-loopback') return app.redirectUris.includes(uri)
  const url = URL.canParse(uri) ? new URL(uri) : undefined
  return url?.protocol === 'http:' && ['127.0.0.1', 'localhost'].includes(url.hostname)
}
