import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { bundlePackage } from '../../scripts/bundle-package.js'

test('a server over stdio starts without the SDK, which a greeting and a list do not need', async () => {
  const { output } = await bundlePackage('packages/mcp', { write: false })
  const codes = new Map(
    output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one.code] as const] : [])),
  )
  const loaded = new Set(['index.js'])
  for (const file of loaded) for (const name of importsIn(codes.get(file), file)) loaded.add(name)

  expect([...loaded].filter((name) => !codes.has(name)).toSorted()).toEqual([
    '@armorer/core',
    '@armorer/core/adapter',
    'node:buffer',
    'node:process',
  ])
})

/** What a module loads before it runs; files by their place in the bundle. */
function importsIn(code = '', file: string): string[] {
  return [...code.matchAll(/^import\b[^(]*?"([^"]+)";?$/gm)].map(([, name = '']) =>
    name.startsWith('.') ? posix.join(posix.dirname(file), name) : name,
  )
}
