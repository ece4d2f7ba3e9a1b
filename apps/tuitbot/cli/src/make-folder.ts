import { existsSync, mkdirSync, mkdtempSync, rmdirSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { CliError } from './report-error.js'

/** Makes the folder that everything lies in, for its owner alone, and sees that something can be put into it. */
export function makeFolder(path: string): void {
  for (const folder of listMissing(resolve(path))) {
    try {
      mkdirSync(folder, { mode: 0o700 })
    } catch (error) {
      // Another process may have made it meanwhile; whether it is a folder is seen below.
      if (codeOf(error) !== 'EEXIST') throw refuse(`${path} cannot be made`, error)
    }
  }
  try {
    rmdirSync(mkdtempSync(join(path, '.try-')))
  } catch (error) {
    throw refuse(`Nothing can be put into ${path}`, error)
  }
}

/** Outermost first. Node's own way of making them all never returns where the system holds no folders, as in /proc. */
function listMissing(path: string): string[] {
  const missing: string[] = []
  for (let at = path; !existsSync(at) && dirname(at) !== at; at = dirname(at)) missing.unshift(at)
  return missing
}

function refuse(what: string, error: unknown): CliError {
  return new CliError(`${what} (${codeOf(error)})`, 'Name another folder with --home', {
    cause: error,
  })
}

function codeOf(error: unknown): string {
  return String(Reflect.get(Object(error), 'code'))
}
