export interface Migration {
  readonly name: string
  readonly statements: readonly string[]
}

/** In order; one that has been released never changes. */
export const migrations: readonly Migration[] = [
  {
    name: '001-door-to-x',
    statements: [
      `create table secret (
        owner text not null,
        kind text not null,
        key_version integer not null check (key_version > 0),
        sealed blob not null,
        primary key (owner, kind)
      ) strict, without rowid`,
      `create table x_login (
        account text primary key,
        version integer not null check (version > 0),
        state text not null check (state in ('ok', 'needs_login')),
        expires_at integer not null,
        obtained_at integer not null,
        scopes text not null,
        lease_owner text,
        lease_until integer not null
      ) strict, without rowid`,
      `create table x_cost (
        at integer not null,
        account text not null,
        endpoint text not null,
        method text not null,
        status integer not null,
        micro_usd integer not null check (micro_usd >= 0),
        objects integer not null check (objects >= 0)
      ) strict`,
      `create index x_cost_at on x_cost (account, at)`,
      `create table x_media (
        account text not null,
        content text not null,
        media_id text not null,
        expires_at integer not null,
        primary key (account, content)
      ) strict, without rowid`,
    ],
  },
]
