import { digest } from '../digest.js'
import { createToolError } from '../errors.js'
import { isPlainObject } from '../json.js'
import { type ToolDefinition } from '../tool-definition.js'
import { contractOf, type ToolContract } from './contract.js'
import { describeChanges } from './describe-changes.js'

/** `tools.lock.json`: the contract that each tool had when someone last looked, by id. */
export interface ToolsLock {
  readonly lockVersion: 1
  readonly tools: Readonly<Record<string, LockedTool>>
}

export interface LockedTool {
  readonly hash: string
  readonly contract: ToolContract
}

/** How a tool differs from the lock. `words` says it for a person: "`text` maxLength 280 → none". */
export interface ToolChange {
  readonly id: string
  readonly kind: 'added' | 'removed' | 'changed'
  readonly words: readonly string[]
}

export function lockTools(tools: readonly ToolDefinition[]): ToolsLock {
  const sorted = tools.toSorted((a, b) => (a.id < b.id ? -1 : 1))
  return {
    lockVersion: 1,
    tools: Object.fromEntries(sorted.map((tool) => [tool.id, contractOf(tool)])),
  }
}

/** The text of the file: sorted, and one line a fact, so that a diff of it can be read. */
export function formatToolsLock(lock: ToolsLock): string {
  return `${JSON.stringify(lock, null, 2)}\n`
}

/** Reads the file, and refuses one in which a contract was changed and its hash was not. */
export function parseToolsLock(text: string): ToolsLock {
  const lock = readJson(text)
  if (!isPlainObject(lock) || lock['lockVersion'] !== 1 || !isPlainObject(lock['tools'])) {
    throw lockError('it must hold lockVersion 1 and tools')
  }
  for (const [id, tool] of Object.entries(lock['tools'])) {
    if (!isPlainObject(tool) || !isPlainObject(tool['contract'])) {
      throw lockError(`${id} has no contract`)
    }
    if (digest(tool['contract']) !== tool['hash']) {
      throw lockError(`${id} has a contract that does not fit its hash; write the lock anew`)
    }
  }
  return lock as unknown as ToolsLock
}

/** What has changed since the lock was written, by id; nothing where all is as it was. */
export function compareToolsLock(
  lock: ToolsLock,
  tools: readonly ToolDefinition[],
): readonly ToolChange[] {
  const now = lockTools(tools).tools
  const ids = [...new Set([...Object.keys(lock.tools), ...Object.keys(now)])].toSorted()
  return ids.flatMap((id): ToolChange[] => {
    const [before, after] = [toolIn(lock.tools, id), toolIn(now, id)]
    if (!before) return [{ id, kind: 'added', words: [`${id}: is new`] }]
    if (!after) return [{ id, kind: 'removed', words: [`${id}: is gone`] }]
    if (before.hash === after.hash) return []
    const changes = describeChanges(before.contract, after.contract)
    return [{ id, kind: 'changed', words: changes.map((change) => `${id}: ${change}`) }]
  })
}

/** A lock is a file, and may name a tool `constructor`, which every object has. */
function toolIn(tools: ToolsLock['tools'], id: string): LockedTool | undefined {
  return Object.hasOwn(tools, id) ? tools[id] : undefined
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw lockError(cause instanceof Error ? cause.message : 'it is not JSON', cause)
  }
}

function lockError(problem: string, cause?: unknown) {
  return createToolError({
    category: 'validation',
    code: 'toolbox.invalid_lock',
    message: `tools.lock.json: ${problem}`,
    cause,
  })
}
