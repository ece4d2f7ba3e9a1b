import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

export type FoundChromium =
  | { readonly kind: 'found'; readonly path: string }
  | { readonly kind: 'none'; readonly reason: string }

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

const FROM_NPM = join(
  fileURLToPath(new URL('../tools/chromium', import.meta.url)),
  'node_modules/@sparticuz/chromium/build/esm/index.js',
)

/** A browser of this machine; `CHROMIUM` names another. On Linux, where there is none, the one that npm brings, if it was asked to. */
export async function findChromium(
  env: NodeJS.ProcessEnv = process.env,
  places: readonly string[] = PLACES,
  fromNpm: string = FROM_NPM,
): Promise<FoundChromium> {
  const named = env['CHROMIUM']
  const path = [...(named === undefined ? [] : [named]), ...places].find((one) => existsSync(one))
  if (path !== undefined) return { kind: 'found', path }
  if (process.platform !== 'linux')
    return none('install Chrome or Chromium, or name one by CHROMIUM')
  if (!existsSync(fromNpm)) return none('npm ci --prefix tools/chromium brings one')
  // It is not there when types are checked.
  const module = (await import(/* @vite-ignore */ fromNpm)) as { default: Unpacking }
  return { kind: 'found', path: await module.default.executablePath() }
}

interface Unpacking {
  executablePath(): Promise<string>
}

function none(remedy: string): FoundChromium {
  return { kind: 'none', reason: `there is no browser: ${remedy}` }
}
