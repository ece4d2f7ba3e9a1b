import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'

/**
 * A framework from the peers of the benchmarks, which are installed apart: together they weigh several times what this
 * repository does. `undefined` where they are not there; the tests that need one then say so.
 */
export async function findFramework<Framework>(entry: string): Promise<Framework | undefined> {
  const file = fileURLToPath(new URL(`../../bench/node_modules/${entry}`, import.meta.url))
  if (!existsSync(file)) return undefined
  return (await import(/* @vite-ignore */ pathToFileURL(file).href)) as Framework
}

export const ABSENT = 'skipped, for the peers are not installed: npm ci --prefix bench'
