import { type Selectable } from 'kysely'
import { type Connection, sql } from './database.js'
import { type Tables } from './tables.js'

export type Mention = Selectable<Tables['mention']>

/** Keeps a mention. One that is known already stays as it is. */
export function addMention(db: Connection, mention: Mention): void {
  db.run(
    sql
      .insertInto('mention')
      .values(mention)
      .onConflict((conflict) => conflict.doNothing()),
  )
}

export function findMention(db: Connection, account: string, postId: string): Mention | undefined {
  const [mention] = db.all(
    sql
      .selectFrom('mention')
      .selectAll()
      .where('account', '=', account)
      .where('post_id', '=', postId),
  )
  return mention
}

/** Oldest first. */
export function listNewMentions(db: Connection, account: string): readonly Mention[] {
  return db.all(
    sql
      .selectFrom('mention')
      .selectAll()
      .where('account', '=', account)
      .where('state', '=', 'new')
      .orderBy('posted_at'),
  )
}

export function markMention(
  db: Connection,
  { account, post_id: postId }: Pick<Mention, 'account' | 'post_id'>,
  to: Pick<Mention, 'state' | 'note'>,
): void {
  db.run(
    sql.updateTable('mention').set(to).where('account', '=', account).where('post_id', '=', postId),
  )
}
