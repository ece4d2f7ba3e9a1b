import { readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CliError } from '../report-error.js'

/**
 * Says that this process has the folder, and refuses where another that still runs has said so. Each has a file of
 * its own, named for it, so that nobody ever deletes the word of one that lives.
 */
export function claimHome(home: string, pid: number = process.pid): Disposable {
  const own = join(home, nameFor(pid))
  const remove = () => rmSync(own, { force: true })
  const release = () => {
    process.off('exit', remove)
    remove()
  }
  writeFileSync(own, '')
  process.on('exit', remove)
  try {
    refuseOthers(home, pid)
  } catch (error) {
    release()
    throw error
  }
  return { [Symbol.dispose]: release }
}

/** What others have left who run no more is cleared away. */
function refuseOthers(home: string, pid: number): void {
  for (const name of readdirSync(home)) {
    const other = Number(NAME.exec(name)?.[1] ?? pid)
    if (other === pid) continue
    if (isRunning(other)) {
      throw new CliError(
        `Process ${other} has ${home}: a demo is running there`,
        `Stop it with Ctrl-C, or name another folder with --home. If process ${other} is something else, delete ${join(home, name)}`,
      )
    }
    rmSync(join(home, name), { force: true })
  }
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
