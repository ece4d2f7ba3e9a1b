/** The rows of Tuitbot's own tables. Times are milliseconds since 1970, money is in millionths of a dollar. */
export interface Tables {
  x_login: {
    account: string
    version: number
    state: 'ok' | 'needs_login'
    expires_at: number
    obtained_at: number
    scopes: string
    lease_owner: string | null
    lease_until: number
  }
  /** What must not be read by whoever reads the file. */
  secret: {
    owner: string
    kind: string
    key_version: number
    sealed: Uint8Array
  }
  x_cost: {
    at: number
    account: string
    endpoint: string
    method: string
    status: number
    micro_usd: number
    objects: number
  }
  x_media: {
    account: string
    content: string
    media_id: string
    expires_at: number
  }
}
