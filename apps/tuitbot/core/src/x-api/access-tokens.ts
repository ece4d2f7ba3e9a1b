/** Where a client gets the token that it sends. */
export interface AccessTokens {
  /** A token that is good for now; it may be renewed first. */
  get(): Promise<string>
  /** Another token than this one, which X has refused. */
  renew(refused: string): Promise<string>
  /** What the account has allowed. */
  scopes(): Promise<readonly string[]>
}
