import { type Toolbox } from '@armorer/runtime'
import { type McpServerOptions } from './mcp-server-options.js'

/** Names that a transport takes beside those of every server. */
export type MoreNames<Options extends McpServerOptions> = {
  readonly [Name in Exclude<keyof Options, keyof McpServerOptions>]-?: true
}

/**
 * Refuses what is misspelt or left out, for callers whom the compiler did not stop: a `readOnly` that nobody reads would take
 * nothing away, and nobody would hear of it.
 */
export function checkServerOptions<Options extends McpServerOptions>(
  maker: string,
  { toolbox, options }: { readonly toolbox: Toolbox; readonly options: Options },
  more: MoreNames<Options>,
): void {
  const refuse = (wanted: string) => {
    throw new TypeError(`${maker} takes ${wanted}`)
  }
  if (typeof Reflect.get(Object(toolbox), 'execute') !== 'function') refuse('a toolbox first')
  if (typeof options !== 'object' || options === null) refuse('options: { name, version, facts }')
  const known = { ...NAMES, ...more }
  const stray = Object.keys(options).find((name) => !Object.hasOwn(known, name))
  if (stray !== undefined) refuse(`no ${stray}; it takes ${Object.keys(known).join(', ')}`)
  const { name, version, facts, surface = 'full' } = options
  if (typeof name !== 'string' || typeof version !== 'string') refuse('name and version as texts')
  if (typeof facts !== 'function') refuse('facts, a function that says who asks')
  if (!isSurface(surface)) refuse("surface as 'full', 'find' or { always: [names] }")
}

function isSurface(surface: unknown): boolean {
  if (surface === 'full' || surface === 'find') return true
  return Array.isArray(Reflect.get(Object(surface), 'always'))
}

const NAMES: { readonly [Name in keyof McpServerOptions]-?: true } = {
  name: true,
  version: true,
  facts: true,
  title: true,
  icons: true,
  instructions: true,
  surface: true,
  readOnly: true,
  toolsets: true,
  mayUse: true,
  forms: true,
  decideAt: true,
  readers: true,
  answer: true,
  prompts: true,
  resources: true,
  pageSize: true,
  onError: true,
  configure: true,
}
