import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'

/** What was bundled already, by its entry. */
const bundled = new Map<string, Promise<string>>()

/**
 * A program and all it imports in few files, which are gone with this process: another process starts from them in a fraction of
 * the time that its modules would take.
 */
export function bundleWorker(entry: URL): Promise<string> {
  const file = fileURLToPath(entry)
  const known = bundled.get(file) ?? bundle(file)
  bundled.set(file, known)
  return known
}

async function bundle(file: string): Promise<string> {
  // Inside the repository, so that the driver is found from there.
  const cache = fileURLToPath(new URL('../node_modules/.cache/workers', import.meta.url))
  mkdirSync(cache, { recursive: true })
  const outDir = mkdtempSync(join(cache, `${basename(file, '.ts')}-`))
  await build({
    configFile: false,
    logLevel: 'error',
    root: dirname(file),
    resolve: { conditions: ['@armorer/source'] },
    ssr: {
      noExternal: true,
      external: ['@photostructure/sqlite', 'pg'],
      // Without it, what was last built would be taken.
      resolve: { conditions: ['@armorer/source'] },
    },
    build: {
      ssr: file,
      outDir,
      target: 'node20',
      rollupOptions: { output: { entryFileNames: 'worker.mjs' } },
    },
  })
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }))
  return join(outDir, 'worker.mjs')
}
