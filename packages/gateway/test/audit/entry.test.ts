import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const ENTRY = fileURLToPath(new URL('../../src/audit/index.ts', import.meta.url))

test('whoever checks an export loads no database and no driver', () => {
  expect([...loadedBy(ENTRY)].toSorted()).toEqual(['@armorer/core', 'node:crypto', 'node:util'])
})

/** The packages that are loaded with a file. An import of types alone loads its file too, unless it says so in front. */
function loadedBy(file: string, seen = new Set<string>()): Set<string> {
  const packages = new Set<string>()
  if (seen.has(file)) return packages
  seen.add(file)
  const text = readFileSync(file, 'utf8')
  for (const [, from = ''] of text.matchAll(
    /^(?:import|export) (?!type\b)[^;]*?from '([^']+)'/gm,
  )) {
    const loaded = from.startsWith('.')
      ? loadedBy(join(dirname(file), from.replace(/\.js$/, '.ts')), seen)
      : [from]
    for (const name of loaded) packages.add(name)
  }
  return packages
}
