/** As much of `node:sqlite`'s `DatabaseSync` as the store uses, so that either that or its twin for Node 20 fits. */
export interface SqliteDatabase {
  exec(sql: string): void
  prepare(sql: string): SqliteStatement
  close(): void
  readonly isTransaction: boolean
}

export interface SqliteStatement {
  all(...values: ReadonlyArray<string | number | bigint | null | Uint8Array>): unknown[]
  get(...values: ReadonlyArray<string | number | bigint | null | Uint8Array>): unknown
  run(...values: ReadonlyArray<string | number | bigint | null | Uint8Array>): {
    readonly changes: number | bigint
  }
}
