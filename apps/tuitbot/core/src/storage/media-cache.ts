import { type Database, sql } from './database.js'

/** Which files lie at X already, by account and hash of the file. */
export function createMediaCache(db: Database) {
  return {
    find: (account: string, content: string, now: number): Promise<string | undefined> =>
      db.read(
        (db) =>
          db.all(
            sql
              .selectFrom('x_media')
              .select('media_id')
              .where('account', '=', account)
              .where('content', '=', content)
              .where('expires_at', '>', now),
          )[0]?.media_id,
      ),

    /** Keeps one, and lets go of those that X has let go of. */
    keep: (
      account: string,
      content: string,
      media: { readonly id: string; readonly keptAt: number; readonly expiresAt: number },
    ): Promise<void> =>
      db.write((db) => {
        db.run(sql.deleteFrom('x_media').where('expires_at', '<=', media.keptAt))
        const values = { media_id: media.id, expires_at: media.expiresAt }
        db.run(
          sql
            .insertInto('x_media')
            .values({ account, content, ...values })
            .onConflict((conflict) => conflict.columns(['account', 'content']).doUpdateSet(values)),
        )
      }),
  }
}
