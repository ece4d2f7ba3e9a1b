import { copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { watchFile } from '../../src/sqlite/watch-file.js'
import { scratchFolder } from '../harness/scratch-folder.js'
import { pause } from '../harness/writer-world.js'

const TIMES = { look: 60_000, tick: 20 }
const REPLACED = expect.objectContaining({ code: 'replaced' })

for (const [name, change] of Object.entries({
  deleted: (path: string) => rmSync(path),
  moved: (path: string) => renameSync(path, `${path}.old`),
  replaced(path: string) {
    copyFileSync(path, `${path}.copy`)
    renameSync(`${path}.copy`, path)
  },
  'moved with its folder': (path: string) => renameSync(join(path, '..'), join(path, '../../away')),
})) {
  test(`a file that is ${name} is missed at once, also where nothing has changed for long`, async () => {
    const { path, check } = await watchStill()

    change(path)

    expect(check).toThrow(REPLACED)
    expect(check).toThrow(REPLACED)
  })
}

test('changes one after the other, in whatever time, are each looked into', () => {
  const { path, check } = watch(makeFile())
  for (let turn = 0; turn < 200; turn++) {
    writeFileSync(`${path}.beside`, '')
    check()
    rmSync(`${path}.beside`)
    check()
  }

  renameSync(path, `${path}.old`)

  expect(check).toThrow(REPLACED)
})

test('a file that is put back is the same again', async () => {
  const { path, check } = await watchStill()
  renameSync(path, `${path}.old`)
  expect(check).toThrow(REPLACED)

  renameSync(`${path}.old`, path)

  expect(check).not.toThrow()
})

test('what is behind a link is looked up each time', async () => {
  const file = makeFile()
  const link = join(scratchFolder('link-'), 'gateway.db')
  symlinkSync(file, link)
  const { check } = watch(link)
  check()
  await pause(TIMES.tick * 2)
  check()

  renameSync(file, `${file}.old`)

  expect(check).toThrow(REPLACED)
})

test('a folder further up that moves is missed after a while', async () => {
  const { path, check } = await watchStill({ ...TIMES, look: 100 })
  renameSync(join(path, '../..'), `${join(path, '../..')}-away`)

  expect(check).not.toThrow()
  await pause(120)
  expect(check).toThrow(REPLACED)
})

test('a folder that has changed of late is not taken at its word', () => {
  const { path, check } = watch(makeFile(), { look: 60_000, tick: 60_000 })
  check()
  renameSync(join(path, '../..'), `${join(path, '../..')}-away`)

  expect(check).toThrow(REPLACED)
})

test('nothing is watched in memory', () => {
  expect(watch(':memory:').check).not.toThrow()
})

/** One whose folder has been still for longer than two changes could bear the same time, and that was looked up since. */
async function watchStill(times = TIMES) {
  const watched = watch(makeFile(), times)
  watched.check()
  await pause(times.tick * 2)
  watched.check()
  watched.check()
  return watched
}

function watch(path: string, times = TIMES) {
  const watched = watchFile(path, times)
  onTestFinished(watched.close)
  return { path, check: () => watched.check() }
}

function makeFile(): string {
  const folder = join(scratchFolder('watch-'), 'home')
  mkdirSync(folder)
  const path = join(folder, 'gateway.db')
  writeFileSync(path, 'rows')
  return path
}
