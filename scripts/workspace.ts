import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

/** One row of `boundaries.json`: what a package may import. */
export interface PackageRule {
  readonly path: string
  /** Packages of ours that it may import. */
  readonly imports: readonly string[]
  /** Packages of ours of which it may import types, and nothing that runs. */
  readonly typesOnly?: readonly string[]
  /** Packages of others that it may depend on, as dependency or as optional peer. */
  readonly dependencies: readonly string[]
  /** The Node modules that it may import; all of them where the row says nothing. */
  readonly builtins?: readonly string[]
}

/** What a folder or a file inside a package may import of its neighbours, each named as a folder or a file. */
export interface FolderRule {
  readonly imports: readonly string[]
  /** Neighbours of which it may import types, and nothing that runs. */
  readonly typesOnly?: readonly string[]
  /** The Node modules that it may import; all that the package may where the rule says nothing. */
  readonly builtins?: readonly string[]
}

export interface Boundaries {
  readonly packages: Readonly<Record<string, PackageRule>>
  /** Folder of a package → its inner folders and files, of which the innermost that is named counts → their rules. */
  readonly folders: Readonly<Record<string, Readonly<Record<string, FolderRule>>>>
}

export interface Manifest {
  readonly name: string
  readonly private?: boolean
  readonly exports?: Readonly<Record<string, unknown>>
  readonly imports?: Readonly<Record<string, unknown>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { optional?: boolean }>>
}

export function readBoundaries(root: string): Boundaries {
  return readJson<Boundaries>(join(root, 'boundaries.json'))
}

export function readManifest(root: string, path: string): Manifest {
  return readJson<Manifest>(join(root, path, 'package.json'))
}

/** Every package folder of the workspace, whether or not `boundaries.json` has a row for it. */
export function listPackagePaths(root: string): string[] {
  const { workspaces } = readJson<{ workspaces: string[] }>(join(root, 'package.json'))
  return workspaces
    .flatMap((pattern) =>
      pattern.endsWith('/*') ? listFolders(root, pattern.slice(0, -2)) : [pattern],
    )
    .filter((path) => existsSync(join(root, path, 'package.json')))
}

/** The files below a folder whose name matches, as paths from `root` with `/`; none where there is no such folder. */
export function listFiles(root: string, folder: string, name: RegExp): string[] {
  const top = join(root, folder)
  if (!existsSync(top)) return []
  return readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && name.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.split('/').some((part) => part === 'node_modules' || part === 'dist'))
    .toSorted()
}

function listFolders(root: string, folder: string): string[] {
  const top = join(root, folder)
  if (!existsSync(top)) return []
  return readdirSync(top, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => `${folder}/${entry.name}`)
    .toSorted()
}

/** A file of ours, whose shape the caller vouches for. */
export function readJson<Shape>(path: string): Shape {
  return JSON.parse(readFileSync(path, 'utf8')) as Shape
}
