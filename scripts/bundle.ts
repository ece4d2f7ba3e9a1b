import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { listPackagePaths, readManifest } from './workspace.js'

/** `tsc -b` writes the types of a library, this what runs: a file for each entry, and one for what entries share. */
const libraries = listPackagePaths('.').filter((path) => path.startsWith('packages/'))
for (const path of libraries) await bundle(path)
console.log(`bundle: ${libraries.length} packages`)

async function bundle(path: string): Promise<void> {
  const { exports, imports } = readManifest('.', path)
  for (const file of listBuilt(path)) rmSync(file)
  await build({
    configFile: false,
    logLevel: 'error',
    root: path,
    build: {
      ssr: true,
      target: 'es2023',
      outDir: 'dist',
      // The types lie there already.
      emptyOutDir: false,
      sourcemap: true,
      rollupOptions: {
        input: Object.fromEntries(
          [...entriesOf({ ...exports, ...imports })].map((name) => [
            name,
            join(path, `src/${name}.ts`),
          ]),
        ),
        external: (id) => !/^[./]/.test(id),
        output: {
          entryFileNames: '[name].js',
          chunkFileNames: 'chunks/[name].js',
          // Editors read the types, and debuggers the sources that the package brings along.
          comments: { jsdoc: false },
          sourcemapExcludeSources: true,
        },
      },
    },
  })
}

/** Every file of `dist` that the package names, as it is named in `src`. */
function* entriesOf(named: unknown): Iterable<string> {
  if (typeof named === 'string') {
    const [, name] = /^\.\/dist\/(.+)\.js$/.exec(named) ?? []
    if (name !== undefined) yield name
    return
  }
  for (const target of Object.values(Object(named))) yield* entriesOf(target)
}

/** What an earlier build has left. */
function listBuilt(path: string): string[] {
  const dist = join(path, 'dist')
  if (!existsSync(dist)) return []
  return readdirSync(dist, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.js(\.map)?$/.test(file))
    .map((file) => join(dist, file))
}
