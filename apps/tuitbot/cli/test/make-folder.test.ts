import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '../src/make-folder.js'
import { runTuitbot, tempHome } from './processes.js'

test('folders within folders are made, and may be there already', () => {
  using home = tempHome()
  const deep = join(home.path, 'a', 'b', 'c')
  makeFolder(deep)
  makeFolder(deep)

  expect(readdirSync(deep)).toEqual([])
})

test.skipIf(process.platform === 'win32')('a folder that is made is for its owner alone', () => {
  using home = tempHome()
  const folder = join(home.path, 'a')
  makeFolder(folder)

  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

test('a file in the place of the folder is told, with what to do', () => {
  using home = tempHome()
  const file = join(home.path, 'file')
  writeFileSync(file, '')

  expect(() => makeFolder(file)).toThrow(`Nothing can be put into ${file} (ENOTDIR)`)
})

test.skipIf(!existsSync('/proc/self')).each(['/proc', '/proc/tuitbot/deeper'])(
  '%s, where the system lets nobody make anything, is refused at once',
  { timeout: 60_000 },
  async (home) => {
    const { code, err } = await runTuitbot('/nonexistent', 'demo', '--home', home)

    expect(code).toBe(1)
    expect(err).toContain('Name another folder with --home')
  },
)
