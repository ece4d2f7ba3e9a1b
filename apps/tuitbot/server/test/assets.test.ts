import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readAssets } from '../src/assets.js'
import { HOST, openWorld, type SmallWorld } from './small-world.js'

let world: SmallWorld
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tuitbot-page-'))
  await mkdir(join(folder, 'assets'))
  await writeFile(join(folder, 'index.html'), '<!doctype html>')
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'go()')
  await writeFile(join(folder, 'assets/app-1a2b.css'), 'a{}')
  await writeFile(join(folder, 'icon.svg'), '<svg/>')
  world = await openWorld({ assets: readAssets(folder) })
})
afterAll(async () => {
  await world[Symbol.asyncDispose]()
  await rm(folder, { recursive: true })
})

test('files come with their types, and are kept as long as their names promise', async () => {
  const answers = await Promise.all(
    ['/', '/assets/app-1a2b.js', '/assets/app-1a2b.css', '/icon.svg'].map(async (path) => {
      const { status, headers } = await open(path)
      return [status, headers.get('content-type'), headers.get('cache-control')]
    }),
  )
  const forever = 'public, max-age=31536000, immutable'
  expect(answers).toEqual([
    [200, 'text/html; charset=utf-8', 'no-cache'],
    [200, 'text/javascript; charset=utf-8', forever],
    [200, 'text/css; charset=utf-8', forever],
    [200, 'image/svg+xml', 'no-cache'],
  ])
})

test('what a browser has already is not sent again', async () => {
  const etag = (await open('/')).headers.get('etag') ?? ''
  const again = await open('/', { 'if-none-match': etag })
  expect([again.status, await again.text()]).toEqual([304, ''])
})

test('there is no way out of the folder', async () => {
  const paths = ['/../package.json', '/%2e%2e/package.json', '/assets/..%2f..%2fx', '//etc/passwd']
  for (const path of [...paths, '/assets', '/index.html/', '/assets/app-1a2b.js/']) {
    expect([path, (await open(path)).status]).toEqual([path, 404])
  }
})

test('whoever opens an address that is none sees a page and the way back; a program reads JSON', async () => {
  const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }
  const seen = await open('/nowhere', browser)
  expect([seen.status, seen.headers.get('content-type')]).toEqual([404, 'text/html; charset=UTF-8'])
  expect(await seen.text()).toMatch(/There is nothing here\.[^]*<a href="\/">Your page<\/a>/)

  for (const answer of [
    await open('/nowhere'),
    await world.ask('/api/nowhere', { headers: browser }),
  ]) {
    expect(answer.status).toBe(404)
    expect(await answer.json()).toMatchObject({ error: { message: 'there is nothing here' } })
  }
})

async function open(path: string, headers: Record<string, string> = {}): Promise<Response> {
  return world.app.request(path, { headers: { host: HOST, ...headers } })
}
