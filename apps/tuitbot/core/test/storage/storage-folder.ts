import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openDatabase } from '../../src/storage/database.js'
import { keysFromFile } from '../../src/storage/master-key.js'
import { createSecretBox } from '../../src/storage/secret-box.js'
import { createTokenStore } from '../../src/storage/token-store.js'

/** A folder with a database and a key, gone when the test is over. */
export async function openFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'tuitbot-'))
  const db = openDatabase(join(folder, 'tuitbot.db'))
  const keyFile = join(folder, 'master.key')
  const box = createSecretBox(keysFromFile(keyFile))
  return {
    folder,
    file: join(folder, 'tuitbot.db'),
    keyFile,
    db,
    box,
    store: createTokenStore(db, box),
    async [Symbol.asyncDispose]() {
      await db.close()
      rmSync(folder, { recursive: true })
    },
  }
}
