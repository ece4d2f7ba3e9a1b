import {
  compareToolsLock,
  lockTools,
  stop,
  type RiskSpec,
  type ToolChange,
  type ToolsLock,
} from '@armorer/core'
import { type AnyTool, type Toolbox } from '@armorer/runtime'
import { createJsonSchemaValidator } from '../json-schema-validator.js'
import { callRemote } from './call-remote.js'
import { createConnection, type Elicit } from './connection.js'
import { importTool, type Imported } from './import-tool.js'
import { type McpSource } from './open-transport.js'

export interface UseMcpOptions {
  /** The namespace of its tools here. */
  readonly name: string
  /** What someone on this side says of its tools, by their names. Whatever is not named counts as a write. */
  readonly risks?: Readonly<Record<string, RiskSpec>>
  /** What was agreed to. A tool that is not in it, or differs from it, is held back. Left out, one is held back that changes while it is used. */
  readonly lock?: ToolsLock
  /** Kept up to date with what may be used. */
  readonly toolbox?: Toolbox
  /** Asks a person what the server wants to know. Left out, the server is told that nobody can be asked. */
  readonly elicit?: Elicit
  /** Hears what has changed, whenever the list does. */
  readonly onChange?: (changes: readonly ToolChange[]) => void
  readonly onError?: (error: Error) => void
  /** Longer messages break the connection. 4 MiB unless given. */
  readonly maxBytes?: number
  /** How long an answer may take. A minute unless given. */
  readonly timeoutMs?: number
  /** How this side calls itself. */
  readonly client?: { readonly name: string; readonly version: string }
}

/** A server's tools, for as long as they are used. */
export interface McpTools {
  /** What may be used now. */
  readonly tools: readonly AnyTool[]
  /** What differs from what was agreed to, and how. Tools among it are held back. */
  readonly changes: readonly ToolChange[]
  /** What the server lists and nobody could use. */
  readonly refused: ReadonlyArray<Extract<Imported, { kind: 'refused' }>>
  /** All that the server lists now, as someone who has looked at it may agree to. */
  lock(): ToolsLock
  /** Looks again. */
  refresh(): Promise<readonly ToolChange[]>
  close(): Promise<void>
}

/** Uses a server's tools as if they were our own, without believing a word that it says about them. */
export async function useMcpServer(source: McpSource, options: UseMcpOptions): Promise<McpTools> {
  const { name: namespace, risks = {}, onChange, onError, timeoutMs = 60_000, toolbox } = options
  const validator = createJsonSchemaValidator()
  let agreed = options.lock
  let all: readonly AnyTool[] = []
  let changes: readonly ToolChange[] = []
  let refused: McpTools['refused'] = []
  let held: ReadonlyMap<string, ToolChange> = new Map()

  const connection = createConnection(source, {
    client: options.client ?? { name: 'armorer', version: '1.0.0' },
    maxBytes: options.maxBytes ?? 4 * 1024 * 1024,
    timeoutMs,
    elicit: options.elicit,
    onListChanged: () => void refresh().catch((error: Error) => onError?.(error)),
    onError,
  })

  const toImported = (listed: Parameters<typeof importTool>[0]) =>
    importTool(listed, {
      namespace,
      risk: Object.hasOwn(risks, listed.name) ? risks[listed.name] : undefined,
      validator,
      run(call, ctx) {
        const change = held.get(call.id)
        if (change) throw heldBack(change)
        return callRemote(connection, { ...call, timeoutMs }, ctx)
      },
    })

  const refresh = async () => {
    const { tools: listed } = await connection.use((client) =>
      client.listTools(undefined, { cacheMode: 'refresh', timeout: timeoutMs }),
    )
    const imported = listed.map(toImported)
    all = imported.flatMap((one) => (one.kind === 'tool' ? [one.tool] : []))
    refused = imported.flatMap((one) => (one.kind === 'refused' ? [one] : []))
    const definitions = all.map(({ definition }) => definition)
    agreed ??= lockTools(definitions)
    const before = changes
    changes = compareToolsLock(agreed, definitions)
    held = new Map(changes.filter(isHeld).map((change) => [change.id, change]))
    if (toolbox) keep(toolbox, namespace, usable())
    if (JSON.stringify(before) !== JSON.stringify(changes)) onChange?.(changes)
    return changes
  }
  // Without a lock nobody has looked at any of them, and one that is new is no worse than the first.
  const isHeld = ({ kind }: ToolChange) =>
    kind === 'changed' || (kind === 'added' && options.lock !== undefined)
  const usable = () => all.filter(({ id }) => !held.has(id))

  try {
    await refresh()
  } catch (error) {
    await connection.close()
    throw error
  }
  return {
    get tools() {
      return usable()
    },
    get changes() {
      return changes
    },
    get refused() {
      return refused
    },
    lock: () => lockTools(all.map(({ definition }) => definition)),
    refresh,
    close: () => connection.close(),
  }
}

function heldBack({ words }: ToolChange) {
  const message = `held back until someone agrees to what has changed: ${words.join('; ')}`
  return stop({ kind: 'denied', rule: 'tools-lock' }, message, { code: 'mcp.tool_changed' })
}

/** The toolbox has what may be used of this namespace, and no more. */
function keep(toolbox: Toolbox, namespace: string, tools: readonly AnyTool[]): void {
  const wanted = new Set<string>(tools.map(({ id }) => id))
  for (const { id, identity } of toolbox.list()) {
    if (identity.namespace === namespace && !wanted.has(id)) toolbox.unregister(id)
  }
  for (const tool of tools) toolbox.register(tool, { override: true })
}
