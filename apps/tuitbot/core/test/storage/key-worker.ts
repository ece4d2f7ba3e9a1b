import { join } from 'node:path'
import { keysFromFile } from '../../src/storage/master-key.js'

/** Loads the keys of many new files when it is told to, as another process does at the same time, and says what it found. */
const [, , folder = '', files = '0'] = process.argv
process.once('message', () => {
  const found = Array.from({ length: Number(files) }, (_, index) => load(`${index}.key`))
  process.send?.(found, () => process.disconnect())
})
process.send?.('ready')

function load(name: string): string | undefined {
  try {
    const { keys } = keysFromFile(join(folder, name)).load()
    return keys.get(1)?.toString('base64')
  } catch (error) {
    return String(error)
  }
}
