import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfigFile } from '../../src/config/read-config-file.js'
import { loadConfig } from '../../src/config/load-config.js'

const folder = mkdtempSync(join(tmpdir(), 'tuitbot config\n'))
afterAll(() => rmSync(folder, { recursive: true }))

test('a file is read, whatever its folder is called and by whichever name', () => {
  writeFileSync(join(folder, 'config.toml'), 'mode = "composer"\n')
  symlinkSync(join(folder, 'config.toml'), join(folder, 'link.toml'))
  const load = (path?: string) =>
    loadConfig({ home: folder, path, env: {}, readFile: readConfigFile })

  expect(load()).toMatchObject({ kind: 'ok', config: { mode: 'composer' } })
  expect(load(join(folder, 'link.toml'))).toMatchObject({
    kind: 'ok',
    config: { mode: 'composer' },
  })
})

test('what is no file, or no text, or far too much of it, is refused', () => {
  const path = (name: string) => join(folder, name)
  writeFileSync(path('huge'), 'a'.repeat(1024 * 1024 + 1))
  writeFileSync(path('bytes'), Buffer.from([0x61, 0xff, 0x62]))

  expect(() => readConfigFile(folder)).toThrow('not a file')
  expect(() => readConfigFile(path('huge'))).toThrow('larger than 1 MiB')
  expect(() => readConfigFile(path('bytes'))).toThrow(/not valid/)
  expect(() => readConfigFile(path('missing'))).toThrow(/ENOENT/)
})

test.skipIf(process.platform === 'win32')('a pipe that nobody writes to is not waited for', () => {
  const pipe = join(folder, 'pipe')
  execFileSync('sh', ['-c', 'mkfifo "$0"', pipe])

  expect(() => readConfigFile(pipe)).toThrow('not a file')
})
