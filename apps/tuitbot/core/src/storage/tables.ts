import { type Generated } from 'kysely'

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
  /** Objects that X has charged on a UTC day, whichever process read them. */
  x_paid: {
    day: string
    object: string
  }
  x_media: {
    account: string
    content: string
    media_id: string
    expires_at: number
  }
  /** The accounts that Tuitbot speaks for. */
  account: {
    account: string
    user_id: string
    username: string
    name: string
    added_at: number
  }
  /** Posts that call one of our accounts, as strangers wrote them. */
  mention: {
    account: string
    post_id: string
    author_id: string
    author_username: string
    text: string
    posted_at: number
    state: 'new' | 'queued' | 'skipped'
    /** Why it was skipped, or which intent answers it. */
    note: string | null
  }
  /** What was written for whom, and by what; the intent says what became of it. */
  draft: {
    intent: string
    account: string
    mention: string | null
    text: string
    provider: string
    at: number
  }
  /** Own posts that were taken back, and by which intent. */
  undone: {
    account: string
    post_id: string
    intent: string
    at: number
  }
  /** What happened that is no intent: a loop that ran, something skipped, a failure. */
  activity: {
    id: Generated<number>
    account: string
    at: number
    kind: string
    message: string
  }
  cursor: {
    account: string
    name: string
    value: string
  }
  /** What fails again and again, until it goes well. */
  trouble: {
    account: string
    job: string
    doing: string
    message: string
    since: number
  }
  /** Who does a job that only one process may do at a time. */
  lease: {
    name: string
    owner: string
    until: number
  }
  /** Browsers that are logged in. Only the hash of what they show is kept. */
  session: {
    hash: string
    created_at: number
    seen_at: number
    expires_at: number
  }
}
