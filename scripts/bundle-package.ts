import { existsSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build, type Rolldown } from 'vite'
import { readManifest } from './workspace.js'

/** What runs of a library, beside the types that `tsc -b` writes: a file for each entry, and for what entries share. */
export async function bundlePackage(
  path: string,
  { write = true } = {},
): Promise<Rolldown.RolldownOutput> {
  const { exports, imports } = readManifest('.', path)
  if (write) for (const file of listBuilt(path)) rmSync(file)
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: path,
    plugins: [
      {
        name: 'latin-alone',
        generateBundle(_, files) {
          for (const file of Object.values(files)) {
            if (file.type === 'chunk') file.code = escaped(file.code)
          }
        },
      },
    ],
    build: {
      write,
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
        // An import of types alone would load a module for nothing.
        treeshake: { moduleSideEffects: false },
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
  if (!('output' in built)) throw new Error(`${path} was built in more than one way`)
  return built
}

/** One character beyond Latin 1 in a source, and V8 keeps all of it at twice the size. */
function escaped(code: string): string {
  return code.replaceAll(
    /[\u0100-\uFFFF]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
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
