import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { checkBoundaries } from '../scripts/boundaries.js'
import { readBoundaries } from '../scripts/workspace.js'

const made: string[] = []
afterEach(() => {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true })
})

test('a tree that keeps to its table has no violation', () => {
  expect(check({ 'b/src/index.ts': "import { a } from '@t/a'\nexport const b = a" })).toEqual([])
})

test('a name of the imports map may lead to files of src and to what the row allows', () => {
  expect(
    check({
      'b/package.json': JSON.stringify({
        name: '@t/b',
        imports: {
          '#a': { source: './src/x.ts', node: './dist/x.js', default: '@t/a' },
        },
      }),
      'b/src/x.ts': '',
      'b/src/index.ts': "import '#a'",
    }),
  ).toEqual([])
})

test('tests of every package may use the scripts of the repository', () => {
  const files = {
    '../scripts/bundle.ts': '',
    'a/test/a.test.ts': "import '../../../scripts/bundle.js'",
  }
  expect(check(files)).toEqual([])
})

test('the rule of a file counts before that of its folder', () => {
  expect(
    check({
      'c/src/mid/one.ts': '',
      'c/src/mid/two.ts': '',
      'c/src/low/x.ts': "import 'node:http'",
      'c/src/high/y.ts': "import '../low/x.js'\nimport type { T } from '../mid/two.js'",
      'c/src/high/door.ts': "import '../mid/one.js'\nimport 'node:fs'",
    }),
  ).toEqual([])
})

test.each<[string, Record<string, string>]>([
  [
    'packages/a/src/index.ts:1: imports @t/b, which its row does not allow',
    { 'a/src/index.ts': "import '@t/b'" },
  ],
  [
    'packages/a/src/index.ts:2: imports @t/b, which its row does not allow',
    { 'a/src/index.ts': "\nexport type { B } from '@t/b'" },
  ],
  [
    'packages/a/src/index.ts:1: imports @t/b, which its row does not allow',
    { 'a/src/index.ts': "export type X = import('@t/b').B" },
  ],
  [
    'packages/a/src/index.ts:1: imports zod, which its row does not allow',
    { 'a/src/index.ts': "const z = await import('zod')" },
  ],
  [
    'packages/a/src/index.ts:1: imports node:fs, which its row does not allow',
    { 'a/src/index.ts': "import 'node:fs'" },
  ],
  [
    'packages/b/src/index.ts:1: imports @t/c, of which it may import types only',
    { 'b/src/index.ts': "import { c } from '@t/c'\nexport const b = c" },
  ],
  [
    'packages/b/src/index.ts:1: imports kysely, which its package.json does not declare',
    { 'b/src/index.ts': "import 'kysely'" },
  ],
  [
    'packages/a/src/index.ts:1: imports ../../../scripts/bundle.js out of its package; import the package by its name',
    { '../scripts/bundle.ts': '', 'a/src/index.ts': "import '../../../scripts/bundle.js'" },
  ],
  [
    'packages/b/src/index.ts:1: imports ../../a/src/index.js out of its package; import the package by its name',
    { 'b/src/index.ts': "import '../../a/src/index.js'" },
  ],
  [
    'packages/a/src/index.ts:1: imports ./gone.js, which is not there',
    { 'a/src/index.ts': "import './gone.js'" },
  ],
  [
    'packages/a/test/a.test.ts:1: imports @t/b, which imports @t/a: a cycle',
    { 'a/test/a.test.ts': "import '@t/b'" },
  ],
  [
    'packages/c/src/low/x.ts:1: low imports high, which boundaries.json does not allow',
    { 'c/src/low/x.ts': "import '../high/y.js'", 'c/src/high/y.ts': '' },
  ],
  [
    'packages/c/src/high/x.ts:1: high imports mid, of which it may import types only',
    { 'c/src/high/x.ts': "import { y } from '../mid/y.js'", 'c/src/mid/y.ts': '' },
  ],
  [
    'packages/c/src/high/door.ts:1: high/door.ts imports mid, which boundaries.json does not allow',
    { 'c/src/high/door.ts': "import '../mid/two.js'", 'c/src/mid/two.ts': '' },
  ],
  [
    'packages/c/src/high/x.ts:1: imports node:fs, which its row does not allow',
    { 'c/src/high/x.ts': "import 'node:fs'" },
  ],
  [
    'packages/c/src/new/x.ts:1: new imports low, which boundaries.json does not allow',
    { 'c/src/new/x.ts': "import '../low/y.js'", 'c/src/low/y.ts': '' },
  ],
  [
    'a cycle of imports: packages/a/src/one.ts → packages/a/src/two.ts → packages/a/src/one.ts',
    { 'a/src/one.ts': "import './two.js'", 'a/src/two.ts': "import './one.js'" },
  ],
  [
    'packages/a/package.json: depends on zod, which its row does not allow',
    { 'a/package.json': '{"name":"@t/a","dependencies":{"zod":"4"}}' },
  ],
  [
    'packages/a/package.json: is named @t/x, its row says @t/a',
    { 'a/package.json': '{"name":"@t/x"}' },
  ],
  [
    'packages/a/src/index.ts:1: imports #db, which the imports of its package.json do not name',
    { 'a/src/index.ts': "import '#db'" },
  ],
  [
    'packages/a/src/index.ts:1: imports #db, which the imports of its package.json do not name',
    {
      'a/package.json': '{"name":"@t/a","imports":{"#db":{"node":null}}}',
      'a/src/index.ts': "import '#db'",
    },
  ],
  [
    'packages/a/src/index.ts:1: #db imports zod, which its row does not allow',
    {
      'a/package.json': '{"name":"@t/a","imports":{"#db":{"node":["./src/x.ts","zod"]}}}',
      'a/src/x.ts': '',
      'a/src/index.ts': "import '#db'",
    },
  ],
  [
    'packages/a/src/index.ts:1: #fs imports node:fs, which its row does not allow',
    {
      'a/package.json': '{"name":"@t/a","imports":{"#fs":"node:fs"}}',
      'a/src/index.ts': "import '#fs'",
    },
  ],
  [
    'packages/a/src/index.ts:1: imports #x (./lib/x.js), which is not published with src',
    {
      'a/package.json': '{"name":"@t/a","imports":{"#x":"./lib/x.js"}}',
      'a/lib/x.ts': '',
      'a/src/index.ts': "import '#x'",
    },
  ],
  [
    'packages/a/src/index.ts:1: imports #b (../b/src/index.js) out of its package; import the package by its name',
    {
      'a/package.json': '{"name":"@t/a","imports":{"#b":"../b/src/index.js"}}',
      'a/src/index.ts': "import '#b'",
    },
  ],
  [
    'packages/a/src/index.ts:1: imports #in/gone (./dist/in/gone.js), which is not there',
    {
      'a/package.json': '{"name":"@t/a","imports":{"#in/*":"./dist/in/*.js"}}',
      'a/src/index.ts': "import '#in/gone'",
    },
  ],
  [
    'packages/c/src/low/x.ts:1: low imports high, which boundaries.json does not allow',
    {
      'c/package.json': '{"name":"@t/c","imports":{"#*":"./wrong/*","#high/*":"./src/high/*.js"}}',
      'c/src/low/x.ts': "import '#high/y'",
      'c/src/high/y.ts': '',
    },
  ],
  [
    'a cycle of imports: packages/a/src/one.ts → packages/a/src/two.ts → packages/a/src/one.ts',
    {
      'a/package.json': '{"name":"@t/a","imports":{"#two":"./dist/two.js"}}',
      'a/src/one.ts': "import '#two'",
      'a/src/two.ts': "import './one.js'",
    },
  ],
  [
    'packages/d: no row in boundaries.json; add one that says what it may import',
    { 'd/package.json': '{"name":"@t/d"}' },
  ],
])('%s', (violation, files) => {
  expect(check(files)).toEqual([violation])
})

test('a tree in which nothing was read is a violation', () => {
  const root = mkdtempSync(join(tmpdir(), 'boundaries-'))
  made.push(root)
  write(root, 'package.json', '{"workspaces":["packages/*"]}')
  write(root, 'boundaries.json', '{"packages":{},"folders":{}}')
  expect(checkBoundaries(root).violations).toEqual([
    'no source file was read: is this the root of the repository?',
  ])
})

test.each([
  ['autopilot/mentions-loop.ts', "import { createXRead } from '../x-api/x-read.js'", 'x-api'],
  ['autopilot/mentions-loop.ts', "import type { XRead } from '../x-api/x-read.js'", 'x-api'],
  ['autopilot/mentions-loop.ts', "import { sql } from '../storage/database.js'", 'storage'],
  ['workflow/publish.ts', "import type { XWrite } from '../x-api/x-write.js'", 'x-api'],
  ['toolkit/read.ts', "import { sql } from '../storage/database.js'", 'storage'],
])('in Tuitbot a line in %s that says %s is a violation', (file, line, reached) => {
  const root = mkdtempSync(join(tmpdir(), 'boundaries-'))
  made.push(root)
  const { packages, folders } = readBoundaries('.')
  const core = packages['@tuitbot/core']
  write(root, 'package.json', '{"workspaces":["apps/tuitbot/core"]}')
  write(
    root,
    'boundaries.json',
    JSON.stringify({ packages: { '@tuitbot/core': { ...core, imports: [] } }, folders }),
  )
  write(root, 'apps/tuitbot/core/package.json', '{"name":"@tuitbot/core"}')
  for (const reachable of ['x-api/x-read.ts', 'x-api/x-write.ts', 'storage/database.ts']) {
    write(root, `apps/tuitbot/core/src/${reachable}`, '')
  }
  write(root, `apps/tuitbot/core/src/${file}`, line)

  const [folder] = file.split('/')
  expect(checkBoundaries(root).violations).toEqual([
    `apps/tuitbot/core/src/${file}:1: ${folder} imports ${reached}, which boundaries.json does not allow`,
  ])
})

function check(files: Record<string, string>): readonly string[] {
  const root = mkdtempSync(join(tmpdir(), 'boundaries-'))
  made.push(root)
  write(root, 'package.json', '{"workspaces":["packages/*"]}')
  write(
    root,
    'boundaries.json',
    JSON.stringify({
      packages: {
        '@t/a': { path: 'packages/a', imports: [], dependencies: [], builtins: [] },
        '@t/b': {
          path: 'packages/b',
          imports: ['@t/a'],
          typesOnly: ['@t/c'],
          dependencies: ['kysely'],
        },
        '@t/c': { path: 'packages/c', imports: [], dependencies: [] },
      },
      folders: {
        'packages/c/src': {
          low: { imports: [] },
          high: { imports: ['low'], typesOnly: ['mid'], builtins: [] },
          'high/door.ts': { imports: ['low', 'mid/one.ts'], builtins: ['node:fs'] },
        },
      },
    }),
  )
  for (const name of ['a', 'b', 'c']) {
    write(root, `packages/${name}/package.json`, `{"name":"@t/${name}"}`)
    write(root, `packages/${name}/src/index.ts`, `export const ${name} = 1`)
  }
  for (const [path, text] of Object.entries(files)) write(root, `packages/${path}`, text)
  return checkBoundaries(root).violations
}

function write(root: string, path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}
