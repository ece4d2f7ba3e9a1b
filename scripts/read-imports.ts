import { readFileSync } from 'node:fs'
import { parseSync } from 'oxc-parser'

export interface Import {
  readonly specifier: string
  /** Erased by the compiler: nothing is loaded. */
  readonly typesOnly: boolean
  readonly line: number
}

/** Every module that a TypeScript file names: imports, re-exports, dynamic imports and `import('…')` types. */
export function readImports(path: string): Import[] {
  const text = readFileSync(path, 'utf8')
  const { module, program, errors } = parseSync(path, text)
  if (errors.length > 0) throw new Error(`${path}: ${errors[0]?.message}`)

  const found: Array<Import & { start: number }> = []
  const add = (specifier: string, typesOnly: boolean, start: number) =>
    found.push({ specifier, typesOnly, start, line: text.slice(0, start).split('\n').length })

  for (const { moduleRequest, entries, start } of module.staticImports) {
    add(moduleRequest.value, entries.length > 0 && entries.every((entry) => entry.isType), start)
  }
  for (const { entries } of module.staticExports) {
    for (const { moduleRequest, isType, start } of entries) {
      if (moduleRequest) add(moduleRequest.value, isType, start)
    }
  }
  for (const { moduleRequest, start } of module.dynamicImports) {
    add(text.slice(moduleRequest.start + 1, moduleRequest.end - 1), false, start)
  }
  for (const { specifier, start } of findImportTypes(program)) add(specifier, true, start)
  return found.toSorted((a, b) => a.start - b.start)
}

/** `import('x').Y` in type position, which the module record leaves out. */
function findImportTypes(node: unknown): Array<{ specifier: string; start: number }> {
  if (typeof node !== 'object' || node === null) return []
  const inner = Object.values(node).flatMap(findImportTypes)
  if (!('type' in node) || node.type !== 'TSImportType') return inner
  const { source, start } = node as unknown as { source: { value: string }; start: number }
  return [{ specifier: source.value, start }, ...inner]
}
