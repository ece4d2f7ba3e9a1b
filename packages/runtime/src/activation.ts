import { createToolError, formatToolId, parseToolId, stop, type ToolId } from '@armorer/core'
import { checkNames, type NamesOf } from './check-arguments.js'
import { type Gate } from './gates.js'
import { checkCount } from './layers/check-option.js'

export interface ActivationOptions {
  /** Active from the start: what a run always needs, or what was kept of it before a restart. */
  readonly ids?: readonly string[]
  /** How many tools at most; 128 where it is left out, which is what some models take. */
  readonly max?: number
}

/** The tools that one run may call. They are only ever added, at the end, so that what a model was told before stays as it was. */
export interface Activation {
  /** In the order in which they were added. */
  readonly ids: readonly ToolId[]
  has(id: string): boolean
  /** Adds what is not active yet. `false` for what there was no room for. */
  add(id: string): boolean
  /** Refuses what is not active, at execution. */
  readonly gate: Gate
  /** What `createActivation` takes as `ids` after a restart. */
  toJSON(): readonly ToolId[]
}

export function createActivation(options: ActivationOptions = {}): Activation {
  checkNames('createActivation', options, NAMES)
  const { ids = [], max = 128 } = options
  checkCount('createActivation', 'max', max)
  const active = new Set<ToolId>()
  const activation: Activation = {
    get ids() {
      return [...active]
    },
    has: (id) => active.has(normalized(id)),
    add(id) {
      const known = normalized(id)
      if (active.has(known)) return true
      if (active.size >= max) return false
      active.add(known)
      return true
    },
    gate: ({ id }) => (active.has(id) ? undefined : notActive(id)),
    toJSON: () => [...active],
  }
  if (!ids.every((id) => activation.add(id))) throw tooMany(ids.length, max)
  return activation
}

const NAMES: NamesOf<ActivationOptions> = { ids: true, max: true }

/** The one spelling of an id, however it was written. */
function normalized(id: string): ToolId {
  return formatToolId(parseToolId(id))
}

function notActive(id: string) {
  return stop(
    { kind: 'denied', rule: 'not-active' },
    `${id} is not among the tools of this run yet: find it first`,
    { code: 'toolbox.not_active' },
  )
}

function tooMany(count: number, max: number) {
  return createToolError({
    category: 'validation',
    code: 'toolbox.invalid_option',
    message: `${count} tools are more than the ${max} that may be active`,
  })
}
