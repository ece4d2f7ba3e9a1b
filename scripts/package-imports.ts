import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { readJson } from './workspace.js'

/** All that `#name` may lead to under any condition, as the `imports` of a package say; `undefined` where they do not know it. */
export function findImportTargets(
  root: string,
  packagePath: string,
  specifier: string,
): readonly string[] | undefined {
  const manifest = join(root, packagePath, 'package.json')
  if (!existsSync(manifest)) return undefined
  const { imports = {} } = readJson<{ imports?: Readonly<Record<string, unknown>> }>(manifest)
  if (Object.hasOwn(imports, specifier)) return listTargets(imports[specifier])
  for (const [pattern, target] of Object.entries(imports).toSorted(mostSpecificFirst)) {
    const [start = '', end] = pattern.split('*')
    const fits =
      end !== undefined &&
      specifier.length > start.length + end.length &&
      specifier.startsWith(start) &&
      specifier.endsWith(end)
    if (!fits) continue
    const star = specifier.slice(start.length, specifier.length - end.length)
    return listTargets(target).map((path) => path.replaceAll('*', star))
  }
  return undefined
}

/** As Node has it: the longer the part before the star, the sooner it is taken. */
function mostSpecificFirst([a]: [string, unknown], [b]: [string, unknown]): number {
  return b.indexOf('*') - a.indexOf('*')
}

/** Conditions nest, and may list several targets; `null` leads nowhere. */
function listTargets(target: unknown): readonly string[] {
  if (typeof target === 'string') return [target]
  if (typeof target !== 'object' || target === null) return []
  return Object.values(target).flatMap(listTargets)
}
