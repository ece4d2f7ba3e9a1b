import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { Hono } from 'hono'
import { Problem } from './problem.js'

/** One file of the page, as it is sent. */
export interface Asset {
  readonly body: Uint8Array<ArrayBuffer>
  readonly type: string
  readonly etag: string
  /** Its name changes with its content, so it may be kept for good. */
  readonly isHashed: boolean
}

/** The page's files by the path at which they are asked for. What is not in here does not exist. */
export type Assets = ReadonlyMap<string, Asset>

/** Reads the page that `vite build` has made. */
export function readAssets(folder: string): Assets {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  )
  return new Map(
    files.map((entry) => {
      const file = join(entry.parentPath, entry.name)
      const path = `/${file.slice(join(folder, sep).length).split(sep).join('/')}`
      const body = Uint8Array.from(readFileSync(file))
      const asset: Asset = {
        body,
        type: TYPES[extname(entry.name)] ?? 'application/octet-stream',
        etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
        isHashed: path.startsWith('/assets/'),
      }
      return [path === '/index.html' ? '/' : path, asset]
    }),
  )
}

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.json': 'application/json',
}

/** The page itself needs no session: there is nothing in it but how to show what `/api` tells. */
export function assetRoutes(assets: Assets) {
  return new Hono().get('*', (c) => {
    const asset = assets.get(c.req.path)
    if (!asset) throw new Problem('not_found', 'there is nothing here')
    c.header('etag', asset.etag)
    c.header('cache-control', asset.isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    if (c.req.header('if-none-match') === asset.etag) return c.body(null, 304)
    return c.body(asset.body, 200, { 'content-type': asset.type })
  })
}
