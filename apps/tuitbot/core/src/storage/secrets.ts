import { type Connection, type Database, sql } from './database.js'
import { type SecretBox, type SecretName } from './secret-box.js'

export function putSecret(db: Connection, box: SecretBox, name: SecretName, secret: string): void {
  const { keyVersion, sealed } = box.seal(name, secret)
  db.run(
    sql
      .insertInto('secret')
      .values({ ...name, key_version: keyVersion, sealed })
      .onConflict((conflict) =>
        conflict.columns(['owner', 'kind']).doUpdateSet({ key_version: keyVersion, sealed }),
      ),
  )
}

export function findSecret(db: Connection, box: SecretBox, name: SecretName): string | undefined {
  const [row] = db.all(
    sql
      .selectFrom('secret')
      .select(['key_version', 'sealed'])
      .where('owner', '=', name.owner)
      .where('kind', '=', name.kind),
  )
  return row && box.open(name, { keyVersion: row.key_version, sealed: row.sealed })
}

export function removeSecret(db: Connection, { owner, kind }: SecretName): void {
  db.run(sql.deleteFrom('secret').where('owner', '=', owner).where('kind', '=', kind))
}

/** Seals with the newest key what is sealed with older ones, a secret at a time, while others go on working. */
export async function resealSecrets(db: Database, box: SecretBox): Promise<number> {
  const stale = sql
    .selectFrom('secret')
    .select(['owner', 'kind'])
    .where('key_version', '<', box.newestKey())
  const names = await db.read((db) => db.all(stale))
  for (const name of names) {
    await db.write((db) => {
      const secret = findSecret(db, box, name)
      if (secret !== undefined) putSecret(db, box, name, secret)
    })
  }
  return names.length
}
