import { accessSync, constants, statSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Io } from './io.js'

/** Whether a program can be started by this name: it is a path, or lies in a folder of PATH. */
export function isProgram(name: string, env: Io['env']): boolean {
  if (/[\\/]/.test(name)) return isExecutable(name)
  const folders = (env['PATH'] ?? process.env['PATH'] ?? '').split(delimiter)
  const endings = process.platform === 'win32' ? ['', '.exe', '.com'] : ['']
  return folders.some((folder) =>
    endings.some((ending) => isExecutable(join(folder, name + ending))),
  )
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return statSync(path).isFile()
  } catch {
    return false
  }
}
