import { statSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import { createFleet } from '../harness/fleet.js'
import { createPlace, range, recover } from './crews.js'
import { expectOnce } from './verdict.js'

export interface PressureTrial {
  readonly processes: number
  readonly ms: number
  readonly random: () => number
}

export interface PressureFigures {
  readonly posts: number
  readonly faults: number
  readonly reads: number
  readonly checkpoints: number
  /** The most that waited to be written back. */
  readonly walBytes: number
}

const DISK = ['busy', 'ioerr', 'full', 'lost'] as const

/**
 * P14: many processes write to one file, whose calls fail one after the other, while readers stay long and others force what was
 * written back. Each post is there once and on record, and the file is whole.
 */
export async function pressHard({
  processes,
  ms,
  random,
}: PressureTrial): Promise<PressureFigures> {
  await using fleet = await createFleet()
  const place = await createPlace(fleet)
  const crew = range(processes).map((index) =>
    fleet.start({ kind: 'load', name: `writer ${index}`, lanes: 2, faults: DISK, ...place }),
  )
  await Promise.all(crew.map((one) => one.heard('ready')))
  const size = watchSize(`${place.path}-wal`)
  const until = performance.now() + ms
  const [reads, checkpoints] = await Promise.all([
    repeat(until, () => readLong(place.path, 100 + random() * 200)),
    repeat(until, () => forceBack(place.path, random() * 200)),
  ])
  for (const one of crew) one.kill('SIGTERM')
  const ends = await Promise.all(crew.map(({ ended }) => ended))
  const broken = ends.find(({ code }) => code !== 0)
  if (broken) throw new Error(`a writer ended with ${broken.code ?? broken.signal}`)
  const walBytes = size.end()

  await recover(fleet, place, [])
  const { posts } = await fleet.truth(place.account)
  await expectOnce(fleet, { ...place, texts: posts.map(({ text }) => text) })
  expectWhole(place.path)
  const faults = crew.reduce((sum, { lines }) => sum + faultsOf(lines.at(-2)), 0)
  await fleet.databases.drop(place.path)
  return { posts: posts.length, faults, reads, checkpoints, walBytes }
}

async function repeat(until: number, act: () => Promise<void>): Promise<number> {
  let times = 0
  for (; performance.now() < until; times++) await act()
  return times
}

/** While it stays, nothing that was written since can be let go of. */
async function readLong(path: string, ms: number): Promise<void> {
  using db = openBeside(path)
  db.exec('begin')
  db.prepare('select count(*) from gateway_intent').all()
  await wait(ms)
  db.exec('commit')
  await wait(ms / 2)
}

/** As far as those who read and write let it. */
async function forceBack(path: string, ms: number): Promise<void> {
  using db = openBeside(path)
  db.prepare('pragma wal_checkpoint(truncate)').all()
  await wait(ms)
}

function openBeside(path: string) {
  const db = new DatabaseSync(path)
  db.exec('pragma busy_timeout = 50')
  return Object.assign(db, { [Symbol.dispose]: () => db.close() })
}

function watchSize(path: string) {
  let most = 0
  const timer = setInterval(() => {
    most = Math.max(most, statSync(path, { throwIfNoEntry: false })?.size ?? 0)
  }, 10)
  return {
    end() {
      clearInterval(timer)
      return most
    },
  }
}

function expectWhole(path: string): void {
  using db = openBeside(path)
  const said = JSON.stringify(db.prepare('pragma integrity_check').all())
  if (said !== '[{"integrity_check":"ok"}]') throw new Error(`the file is damaged: ${said}`)
}

function faultsOf(line: unknown): number {
  const faults: unknown = Reflect.get(Object(line), 'faults')
  if (typeof faults !== 'number') throw new Error('a writer did not say how often it was hindered')
  return faults
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
