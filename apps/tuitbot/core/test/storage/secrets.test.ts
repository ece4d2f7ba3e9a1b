import { fork } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sql } from '../../src/storage/database.js'
import {
  addKeyToFile,
  keysFromFile,
  keysFromKeychain,
  keysFromText,
} from '../../src/storage/master-key.js'
import { createSecretBox } from '../../src/storage/secret-box.js'
import { findSecret, putSecret, removeSecret, resealSecrets } from '../../src/storage/secrets.js'
import { createTokenStore } from '../../src/storage/token-store.js'
import { noncesAreNeverRepeated, sealedSecretsOpenOnlyAsTheyAre } from '../laws/secret-laws.js'
import { openFolder } from './storage-folder.js'

const name = { owner: 'app', kind: 'client_secret' }

test('a secret opens only under its own name, whole and unchanged', () => {
  expect(() => sealedSecretsOpenOnlyAsTheyAre({ runs: 500, seed: 1 })).not.toThrow()
})

test('no nonce comes twice', () => {
  expect(() => noncesAreNeverRepeated({ runs: 5_000 })).not.toThrow()
})

test('a secret that is stored is not in the file', async () => {
  await using home = await openFolder()
  await home.db.write((db) => putSecret(db, home.box, name, 'canary-in-the-mine'))
  expect(await home.db.read((db) => findSecret(db, home.box, name))).toBe('canary-in-the-mine')
  for (const file of [home.file, `${home.file}-wal`]) {
    expect(readFileSync(file).includes('canary-in-the-mine')).toBe(false)
  }
  await home.db.write((db) => removeSecret(db, name))
  expect(await home.db.read((db) => findSecret(db, home.box, name))).toBeUndefined()
})

test('a row that was moved to another account does not open', async () => {
  await using home = await openFolder()
  const grant = { accessToken: 'of alice', expiresAt: 1, scopes: [] }
  await home.store.replace('alice', grant, 0)
  await home.store.replace('bob', { ...grant, accessToken: 'of bob' }, 0)
  await home.db.write((db) => {
    const [row] = db.all(sql.selectFrom('secret').select('sealed').where('owner', '=', 'bob'))
    if (row) db.run(sql.updateTable('secret').set(row).where('owner', '=', 'alice'))
  })
  await expect(home.store.find('alice')).rejects.toMatchObject({ code: 'unreadable_secret' })
  expect(await home.store.find('bob')).toMatchObject({ accessToken: 'of bob' })
})

test('a key file is made once, for its owner alone', async () => {
  await using home = await openFolder()
  const file = join(home.folder, 'new.key')
  const [one, other] = [keysFromFile(file).load(), keysFromFile(file).load()]
  expect(one).toEqual(other)
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

test('a key file that is lost is not replaced while what it has sealed is there', async () => {
  await using home = await openFolder()
  const file = join(home.folder, 'lost.key')
  const before = readdirSync(home.folder)

  expect(() => keysFromFile(file, { sealed: home.file }).load()).toThrow(
    expect.objectContaining({
      code: 'bad_key',
      message: expect.stringContaining(`${file} is missing, and ${home.file} holds`),
    }),
  )

  expect(readdirSync(home.folder)).toEqual(before)
  expect(keysFromFile(file, { sealed: `${home.file}.none` }).load().newest).toBe(1)
})

test.each([0o644, 0o640, 0o604, 0o666, 0o610])('a key file of mode %o is refused', async (mode) => {
  await using home = await openFolder()
  chmodSync(home.keyFile, mode)
  expect(() => keysFromFile(home.keyFile).load()).toThrow(
    expect.objectContaining({ code: 'bad_key', message: expect.stringContaining('chmod 600') }),
  )
})

test.each(['', '\n', 'short', `1:${'A'.repeat(42)}`, `x:${'A'.repeat(43)}=`, twice(1, 1)])(
  'a malformed key is refused, and not shown: %j',
  async (text) => {
    await using home = await openFolder()
    writeFileSync(home.keyFile, text)
    chmodSync(home.keyFile, 0o600)
    for (const source of [keysFromFile(home.keyFile), keysFromText(text)]) {
      const failure = (() => {
        try {
          return source.load()
        } catch (error) {
          return error
        }
      })()
      expect(failure).toMatchObject({ code: 'bad_key' })
      expect(String(failure)).not.toMatch(/A{20}/)
    }
  },
)

test('a file that cannot be there is told as such', () => {
  expect(() => keysFromFile('/nowhere/at/all.key').load()).toThrow(
    expect.objectContaining({ code: 'bad_key' }),
  )
})

test('the keychain keeps the key that was made', () => {
  let kept: string | undefined
  const keychain = {
    get: () => kept,
    set: (value: string) => {
      kept = value
    },
  }
  const source = keysFromKeychain(keychain)
  expect(source.load()).toEqual(source.load())
  expect(kept).toMatch(/^1:[\w+/=]{44}\n$/)
})

test('a new key is used at once by those who wait for it, and understood by those who do not', async () => {
  await using home = await openFolder()
  const grant = { accessToken: 'first', refreshToken: 'r', expiresAt: 1, scopes: [] }
  await home.store.replace('alice', grant, 0)
  expect(addKeyToFile(home.keyFile)).toBe(2)
  const newer = createSecretBox(keysFromFile(home.keyFile))
  expect(await resealSecrets(home.db, newer)).toBe(2)
  expect(await resealSecrets(home.db, newer)).toBe(0)
  const versions = await home.db.read((db) =>
    db.all(sql.selectFrom('secret').select('key_version').distinct()),
  )
  expect(versions).toEqual([{ key_version: 2 }])
  // This one was made before there was a second key.
  expect(await home.store.find('alice')).toMatchObject({ accessToken: 'first', refreshToken: 'r' })
  expect(statSync(home.keyFile).mode & 0o777).toBe(0o600)
})

test('a new key goes on a line of its own, whoever has written the file', async () => {
  await using home = await openFolder()
  const file = join(home.folder, 'own.key')
  writeFileSync(file, `1:${randomBytes(32).toString('base64')}`, { mode: 0o600 })

  expect(addKeyToFile(file)).toBe(2)
  expect([...keysFromFile(file).load().keys.keys()]).toEqual([1, 2])
})

test('two processes that start at once make one key', async () => {
  await using home = await openFolder()
  const files = 200
  const worker = new URL('./key-worker.ts', import.meta.url)
  const execArgv = ['--conditions=@armorer/source', '--import', 'tsx']
  const workers = [1, 2].map(() => fork(worker, [home.folder, String(files)], { execArgv }))
  await Promise.all(workers.map((one) => once(one, 'message')))
  const found = workers.map((one) => once(one, 'message'))
  for (const one of workers) one.send('go')
  const [[first], [second]] = await Promise.all([found[0] ?? [], found[1] ?? []])

  expect(first).toHaveLength(files)
  expect(second).toEqual(first)
  expect(readdirSync(home.folder).filter((name) => /^\d+\.key./.test(name))).toEqual([])
})

test('without its key a secret stays shut', async () => {
  await using home = await openFolder()
  await home.store.replace('alice', { accessToken: 'a', expiresAt: 1, scopes: [] }, 0)
  const other = createSecretBox(keysFromText(randomBytes(32).toString('base64')))
  await expect(createTokenStore(home.db, other).find('alice')).rejects.toMatchObject({
    code: 'unreadable_secret',
  })
})

function twice(...versions: number[]): string {
  return versions.map((version) => `${version}:${Buffer.alloc(32).toString('base64')}`).join('\n')
}
