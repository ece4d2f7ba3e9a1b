import { existsSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { dirname, join, posix } from 'node:path'
import { findCycle } from './find-cycle.js'
import { findImportTargets } from './package-imports.js'
import { readImports, type Import } from './read-imports.js'
import {
  listFiles,
  listPackagePaths,
  readBoundaries,
  readManifest,
  type Boundaries,
  type FolderRule,
  type PackageRule,
} from './workspace.js'

export interface BoundaryReport {
  readonly files: number
  readonly violations: readonly string[]
}

interface SourceFile {
  readonly path: string
  readonly owner: string
  readonly rule: PackageRule
  /** Tests may import more than the package that they test. */
  readonly inTest: boolean
  readonly imports: readonly Import[]
}

/** Holds the import graph and every `package.json` against `boundaries.json`. */
export function checkBoundaries(root: string): BoundaryReport {
  const boundaries = readBoundaries(root)
  const files = readSourceFiles(root, boundaries)
  const violations = [
    ...checkRows(root, boundaries),
    ...checkManifests(root, boundaries),
    ...files.flatMap((file) => checkFile(root, file, boundaries)),
    ...checkCycles(root, files, boundaries),
  ]
  if (files.length === 0)
    violations.push('no source file was read: is this the root of the repository?')
  return { files: files.length, violations }
}

function readSourceFiles(root: string, boundaries: Boundaries): SourceFile[] {
  return Object.entries(boundaries.packages).flatMap(([owner, rule]) =>
    ['src', 'test'].flatMap((folder) =>
      listFiles(root, `${rule.path}/${folder}`, /\.[cm]?tsx?$/).map((path) => ({
        path,
        owner,
        rule,
        inTest: folder === 'test',
        imports: readImports(join(root, path)),
      })),
    ),
  )
}

function checkRows(root: string, { packages }: Boundaries): string[] {
  const rows = Object.entries(packages)
  const paths = listPackagePaths(root)
  const known = new Set(rows.map(([, rule]) => rule.path))
  return [
    ...paths
      .filter((path) => !known.has(path))
      .map((path) => `${path}: no row in boundaries.json; add one that says what it may import`),
    ...rows
      .filter(([, rule]) => !paths.includes(rule.path))
      .map(
        ([name, rule]) => `boundaries.json: ${name} has a row, but ${rule.path} is not a package`,
      ),
    ...rows.flatMap(([name, rule]) =>
      [...rule.imports, ...(rule.typesOnly ?? [])]
        .filter((imported) => !(imported in packages))
        .map((imported) => `boundaries.json: ${name} may import ${imported}, which has no row`),
    ),
  ]
}

function checkManifests(root: string, { packages }: Boundaries): string[] {
  return Object.entries(packages).flatMap(([name, rule]) => {
    const where = `${rule.path}/package.json`
    if (!existsSync(join(root, where))) return []
    const manifest = readManifest(root, rule.path)
    const allowed = new Set([...rule.imports, ...(rule.typesOnly ?? []), ...rule.dependencies])
    const declared = [
      ...Object.keys(manifest.dependencies ?? {}),
      ...Object.keys(manifest.peerDependencies ?? {}),
    ]
    return [
      ...(manifest.name === name
        ? []
        : [`${where}: is named ${manifest.name}, its row says ${name}`]),
      ...declared
        .filter((dependency) => !allowed.has(dependency))
        .map((dependency) => `${where}: depends on ${dependency}, which its row does not allow`),
    ]
  })
}

function checkFile(root: string, file: SourceFile, boundaries: Boundaries): string[] {
  return file.imports.flatMap((found) => {
    const problems = found.specifier.startsWith('#')
      ? checkMapped(root, file, found, boundaries)
      : [checkOne(root, file, found, boundaries)]
    return problems.flatMap((problem) =>
      problem === undefined ? [] : [`${file.path}:${found.line}: ${problem}`],
    )
  })
}

function checkOne(
  root: string,
  file: SourceFile,
  found: Import,
  boundaries: Boundaries,
): string | undefined {
  if (!found.specifier.startsWith('.')) return checkBare(root, file, found, boundaries)
  const target = resolveRelative(root, file.path, found.specifier)
  return checkTarget(file, found, target, boundaries)
}

/** `#name` may lead elsewhere under each condition, and each of those ways must be allowed. */
function checkMapped(
  root: string,
  file: SourceFile,
  found: Import,
  boundaries: Boundaries,
): ReadonlyArray<string | undefined> {
  const { specifier } = found
  const targets = findImportTargets(root, file.rule.path, specifier)
  if (!targets?.length)
    return [`imports ${specifier}, which the imports of its package.json do not name`]
  const problems = targets.map((target) => {
    if (!target.startsWith('.')) {
      const problem = checkBare(root, file, { ...found, specifier: target }, boundaries)
      return problem && `${specifier} ${problem}`
    }
    const source = resolveMapped(root, file.rule, target)
    const mapped = { ...found, specifier: `${specifier} (${target})` }
    return checkTarget(file, mapped, source, boundaries)
  })
  return [...new Set(problems)]
}

function checkTarget(
  file: SourceFile,
  { specifier, typesOnly }: Import,
  target: string | undefined,
  { folders }: Boundaries,
): string | undefined {
  if (target === undefined) return `imports ${specifier}, which is not there`
  if (file.inTest && target.startsWith('scripts/')) return undefined
  if (!target.startsWith(`${file.rule.path}/`)) {
    return `imports ${specifier} out of its package; import the package by its name`
  }
  if (!file.inTest && !target.startsWith(`${file.rule.path}/src/`)) {
    return `imports ${specifier}, which is not published with src`
  }
  for (const [top, rules] of Object.entries(folders)) {
    const from = folderBelow(top, file.path)
    const to = folderBelow(top, target)
    if (from === undefined || to === undefined || from === to) continue
    const { name, rule } = findFolderRule(rules, below(top, file.path)) ?? { name: from }
    const holdsTarget = (place: string) => isWithin(place, below(top, target))
    if (rule?.imports.some(holdsTarget)) continue
    if (!rule?.typesOnly?.some(holdsTarget))
      return `${name} imports ${to}, which boundaries.json does not allow`
    if (!typesOnly) return `${name} imports ${to}, of which it may import types only`
  }
  return undefined
}

function checkBare(
  root: string,
  { path, owner, rule, inTest }: SourceFile,
  { specifier, typesOnly }: Import,
  { packages, folders }: Boundaries,
): string | undefined {
  if (isBuiltin(specifier)) {
    if (inTest) return undefined
    const allowed = [rule.builtins, ...listFolderBuiltins(folders, path)]
    if (allowed.every((names) => names?.includes(specifier) ?? true)) return undefined
    return `imports ${specifier}, which its row does not allow`
  }
  const name = packageName(specifier)
  if (inTest) {
    const reaches = name in packages && name !== owner && reachable(name, packages).has(owner)
    return reaches ? `imports ${name}, which imports ${owner}: a cycle` : undefined
  }
  if (name in packages) {
    if (rule.imports.includes(name)) return undefined
    if (!rule.typesOnly?.includes(name)) return `imports ${name}, which its row does not allow`
    return typesOnly ? undefined : `imports ${name}, of which it may import types only`
  }
  if (!rule.dependencies.includes(name)) return `imports ${name}, which its row does not allow`
  const { dependencies, peerDependencies } = readManifest(root, rule.path)
  const declared = name in { ...dependencies, ...peerDependencies }
  return declared ? undefined : `imports ${name}, which its package.json does not declare`
}

function checkCycles(
  root: string,
  files: readonly SourceFile[],
  { packages }: Boundaries,
): string[] {
  const fileGraph = new Map(
    files.map((file) => [
      file.path,
      file.imports.flatMap(({ specifier, typesOnly }) => {
        if (typesOnly) return []
        if (specifier.startsWith('#')) return listMapped(root, file.rule, specifier)
        return specifier.startsWith('.') ? (resolveRelative(root, file.path, specifier) ?? []) : []
      }),
    ]),
  )
  const packageGraph = new Map(
    Object.entries(packages).map(([name, rule]) => [
      name,
      [...rule.imports, ...(rule.typesOnly ?? [])],
    ]),
  )
  return [fileGraph, packageGraph].flatMap((graph) => {
    const cycle = findCycle(graph)
    return cycle === undefined ? [] : [`a cycle of imports: ${cycle.join(' → ')}`]
  })
}

function reachable(from: string, packages: Boundaries['packages']): Set<string> {
  const seen = new Set<string>()
  const visit = (name: string) => {
    for (const next of [...(packages[name]?.imports ?? []), ...(packages[name]?.typesOnly ?? [])]) {
      if (seen.has(next)) continue
      seen.add(next)
      visit(next)
    }
  }
  visit(from)
  return seen
}

function listMapped(root: string, rule: PackageRule, specifier: string): string[] {
  const targets = findImportTargets(root, rule.path, specifier) ?? []
  return targets.flatMap((target) =>
    target.startsWith('.') ? (resolveMapped(root, rule, target) ?? []) : [],
  )
}

/** What is built lies in `dist` as its source does in `src`. */
function resolveMapped(root: string, { path }: PackageRule, target: string): string | undefined {
  return findSource(root, posix.join(path, target.replace(/^\.\/dist\//, './src/')))
}

function resolveRelative(root: string, from: string, specifier: string): string | undefined {
  return findSource(root, posix.join(dirname(from), specifier))
}

function findSource(root: string, target: string): string | undefined {
  const candidates = [target, target.replace(/\.js$/, '.ts'), target.replace(/\.js$/, '.tsx')]
  return candidates.find((path) => existsSync(join(root, path)))
}

function folderBelow(top: string, path: string): string | undefined {
  if (!isWithin(top, path)) return undefined
  const parts = below(top, path).split('/')
  return parts.length > 1 ? parts[0] : undefined
}

/** The rule of the innermost folder around a file, or of the file itself. */
function findFolderRule(rules: Readonly<Record<string, FolderRule>>, path: string) {
  const [found] = Object.entries(rules)
    .filter(([name]) => isWithin(name, path))
    .toSorted(([left], [right]) => right.length - left.length)
  return found && { name: found[0], rule: found[1] }
}

function listFolderBuiltins(folders: Boundaries['folders'], path: string) {
  return Object.entries(folders).map(([top, rules]) =>
    isWithin(top, path) ? findFolderRule(rules, below(top, path))?.rule.builtins : undefined,
  )
}

function isWithin(place: string, path: string): boolean {
  return path === place || path.startsWith(`${place}/`)
}

function below(top: string, path: string): string {
  return path.slice(top.length + 1)
}

function packageName(specifier: string): string {
  return specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/')
}

function isBuiltin(specifier: string): boolean {
  return specifier.startsWith('node:') || builtinModules.includes(specifier)
}
