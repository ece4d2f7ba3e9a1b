import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { quote } from '../../src/demo/quote.js'

test('a plain path stays as it is', () => {
  expect(quote('/tmp/tuitbot-demo-Xy_1.2')).toBe('/tmp/tuitbot-demo-Xy_1.2')
})

test
  .skipIf(process.platform === 'win32')
  .each([
    '/a folder',
    "/Bob's",
    '/"two"',
    '/$HOME',
    '/`id`',
    '/a\\b',
    '/a:~',
    '/a;b&c|d>e*?[f](g){h,i}#!',
    '/two\nlines',
    '/žluťoučký',
  ])('a shell reads %j as that one word', async (path) => {
  const { stdout } = await promisify(execFile)('sh', ['-c', `printf '<%s>' ${quote(path)}`])
  expect(stdout).toBe(`<${path}>`)
})
