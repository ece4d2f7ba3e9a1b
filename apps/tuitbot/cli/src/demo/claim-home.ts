import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../report-error.js'

/**
 * Says that this process has the folder, and refuses where another that still runs has said so. Each has a file of
 * its own, named for it, so that nobody ever deletes the word of one that lives.
 */
export function claimHome(home: string, pid: number = process.pid): Disposable {
  const own = join(home, nameFor(pid))
  writeFileSync(own, '')
  const release = () => rmSync(own, { force: true })
  for (const name of readdirSync(home)) {
    const other = Number(NAME.exec(name)?.[1] ?? pid)
    if (other === pid) continue
    if (!isRunning(other)) {
      rmSync(join(home, name), { force: true })
      continue
    }
    release()
    throw new CliError(
      `Process ${other} has ${home}: a demo is running there`,
      `Stop it with Ctrl-C, or name another folder with --home. If process ${other} is something else, delete ${join(home, name)}`,
    )
  }
  return { [Symbol.dispose]: release }
}

const NAME = /^demo-(\d+)\.lock$/

function nameFor(pid: number): string {
  return `demo-${pid}.lock`
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It runs, and belongs to someone else.
    return Reflect.get(Object(error), 'code') === 'EPERM'
  }
}
