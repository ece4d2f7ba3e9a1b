import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs'

/** Far more than all settings together need. */
const MAX_BYTES = 1024 * 1024

/** The text of a file that is one: a pipe nobody writes to, a folder or a film must not hold up or fill the program. */
export function readConfigFile(path: string): string {
  // Opening a pipe waits for its writer, unless told not to. Windows has neither.
  const descriptor = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  try {
    const stats = fstatSync(descriptor)
    if (!stats.isFile()) throw failure('it is not a file', 'ENOTFILE')
    if (stats.size > MAX_BYTES) throw failure('it is larger than 1 MiB', 'EFBIG')
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      readFileSync(descriptor),
    )
  } finally {
    closeSync(descriptor)
  }
}

function failure(message: string, code: string): Error {
  return Object.assign(new Error(message), { code })
}
