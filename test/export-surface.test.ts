import { parseSync } from 'oxc-parser'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { listPackagePaths, readManifest } from '../scripts/workspace.js'

const libraries = listPackagePaths('.').filter((path) => path.startsWith('packages/'))

/** What a user can import, by entry; adding a line here is making a promise. */
test.each(libraries)('the surface of %s is the one written down', async (path) => {
  const surface = listEntries(path).map(({ entry, names }) =>
    [entry, ...names.map(({ name, isType }) => `  ${isType ? 'type ' : ''}${name}`)].join('\n'),
  )
  await expect(`${surface.join('\n')}\n`).toMatchFileSnapshot(
    `export-surface/${path.replace('packages/', '')}.txt`,
  )
})

test('core executes nothing', () => {
  const values = listEntries('packages/core').flatMap(({ names }) =>
    names.filter(({ isType }) => !isType).map(({ name }) => name),
  )
  expect(values.length).toBeGreaterThan(20)
  expect(values.filter((name) => wordsOf(name).some((word) => ACTS.test(word)))).toEqual([])
})

const ACTS = /^(execut|invo(ke|c)|run|call)/

function wordsOf(name: string): string[] {
  return name.split(/(?=[A-Z])|_/).map((word) => word.toLowerCase())
}

function listEntries(path: string) {
  return Object.entries(readManifest('.', path).exports ?? {}).map(([entry, target]) => {
    const source = `${path}/${(target as { '@armorer/source': string })['@armorer/source']}`
    const { module } = parseSync(source, readFileSync(source, 'utf8'))
    const names = module.staticExports
      .flatMap(({ entries }) => entries)
      .map(({ exportName, isType }) => ({ name: exportName.name ?? '*', isType }))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    return { entry, names }
  })
}
