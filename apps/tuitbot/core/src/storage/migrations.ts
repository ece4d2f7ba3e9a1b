import { type Migration, type MigrationPlan } from '@armorer/gateway/sqlite'

/** In order; one that has been released never changes. */
const migrations: readonly Migration[] = [
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
  {
    name: '002-posts',
    statements: [
      `create table account (
        account text primary key,
        user_id text not null unique,
        username text not null,
        name text not null,
        added_at integer not null
      ) strict, without rowid`,
      `create table mention (
        account text not null,
        post_id text not null,
        author_id text not null,
        author_username text not null,
        text text not null,
        posted_at integer not null,
        state text not null check (state in ('new', 'queued', 'skipped')),
        note text,
        primary key (account, post_id)
      ) strict, without rowid`,
      `create index mention_new on mention (account, posted_at) where state = 'new'`,
      `create table draft (
        intent text primary key,
        account text not null,
        mention text,
        text text not null,
        provider text not null,
        at integer not null
      ) strict, without rowid`,
      `create table undone (
        account text not null,
        post_id text not null,
        intent text not null,
        at integer not null,
        primary key (account, post_id)
      ) strict, without rowid`,
      `create table activity (
        id integer primary key,
        account text not null,
        at integer not null,
        kind text not null,
        message text not null
      ) strict`,
      `create index activity_at on activity (account, at)`,
      `create table cursor (
        account text not null,
        name text not null,
        value text not null,
        primary key (account, name)
      ) strict, without rowid`,
      `create table lease (
        name text primary key,
        owner text not null,
        until integer not null
      ) strict, without rowid`,
    ],
  },
  {
    name: '003-sessions',
    statements: [
      `create table session (
        hash text primary key,
        created_at integer not null,
        seen_at integer not null,
        expires_at integer not null
      ) strict, without rowid`,
    ],
  },
  {
    name: '004-paid-objects',
    statements: [
      `create table x_paid (
        day text not null,
        object text not null,
        primary key (day, object)
      ) strict, without rowid`,
    ],
  },
  {
    name: '005-troubles',
    statements: [
      `create table trouble (
        account text not null,
        job text not null,
        doing text not null,
        message text not null,
        since integer not null,
        primary key (account, job)
      ) strict, without rowid`,
    ],
  },
]

/** Tuitbot's own tables, for the file that it shares with the gateway. */
export const tuitbotPlan: MigrationPlan = { table: 'tuitbot_migration', migrations }
