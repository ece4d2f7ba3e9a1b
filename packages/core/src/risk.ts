import { isPlainObject } from './json.js'

/** What a call may do to the world. `unknown` counts as `write`. */
export type EffectKind = 'none' | 'read' | 'write' | 'unknown'

export type DataSensitivity = 'public' | 'internal' | 'restricted' | 'secret'

/** All that is known of the harm a tool can do. Every part of the system that decides reads this, and nothing else. */
export interface ToolRisk<
  Effects extends EffectKind = EffectKind,
  Idempotent extends boolean = boolean,
> {
  readonly effects: Effects
  /** Whether a second call with the same input changes nothing more. Reads always are. */
  readonly idempotent: Idempotent
  readonly requiresApproval: boolean
  /** The most delicate data that it may touch. */
  readonly dataSensitivity: DataSensitivity
  readonly externalNetwork: boolean
  /** Files, processes, the machine itself. */
  readonly systemAccess: boolean
  /** Its output was written by strangers, and must not be obeyed. */
  readonly untrustedOutput: boolean
}

/** A risk as a tool's author writes it: what is left out is `false`, and `internal`. */
export type RiskSpec = Partial<ToolRisk> & Pick<ToolRisk, 'effects'>

/** The type of the risk that a spec resolves to; of no spec, the unknown one. */
export type RiskOf<Spec> = Spec extends { readonly effects: infer Effects extends EffectKind }
  ? ToolRisk<Effects, Effects extends 'none' | 'read' ? true : IdempotentOf<Spec>>
  : ToolRisk<'unknown', false>

type IdempotentOf<Spec> = Spec extends { readonly idempotent: infer Idempotent extends boolean }
  ? Idempotent
  : false

export const EFFECT_KINDS = ['none', 'read', 'write', 'unknown'] as const
export const DATA_SENSITIVITIES = ['public', 'internal', 'restricted', 'secret'] as const

/** The risk of a tool that says nothing of itself: it is trusted with nothing. */
export const UNKNOWN_RISK: ToolRisk<'unknown', false> = Object.freeze({
  effects: 'unknown',
  idempotent: false,
  requiresApproval: false,
  dataSensitivity: 'internal',
  externalNetwork: true,
  systemAccess: true,
  untrustedOutput: true,
})

/** The risk of doing nothing at all; joining it with another changes nothing. */
export const NO_RISK: ToolRisk<'none', true> = Object.freeze({
  effects: 'none',
  idempotent: true,
  requiresApproval: false,
  dataSensitivity: 'public',
  externalNetwork: false,
  systemAccess: false,
  untrustedOutput: false,
})

/** Fills in what a spec leaves out. */
export function resolveRisk(spec: RiskSpec | undefined): ToolRisk {
  if (spec === undefined) return UNKNOWN_RISK
  const changesNothing = spec.effects === 'none' || spec.effects === 'read'
  return Object.freeze({
    effects: spec.effects,
    idempotent: changesNothing || (spec.idempotent ?? false),
    requiresApproval: spec.requiresApproval ?? false,
    dataSensitivity: spec.dataSensitivity ?? 'internal',
    externalNetwork: spec.externalNetwork ?? false,
    systemAccess: spec.systemAccess ?? false,
    untrustedOutput: spec.untrustedOutput ?? false,
  })
}

/** The risk of using all of them: a composition is never safer than one of its parts. */
export function joinRisk(...risks: readonly ToolRisk[]): ToolRisk {
  return Object.freeze(risks.reduce(joinTwo, NO_RISK))
}

function joinTwo(a: ToolRisk, b: ToolRisk): ToolRisk {
  return {
    effects: higher(EFFECT_KINDS, a.effects, b.effects),
    idempotent: a.idempotent && b.idempotent,
    requiresApproval: a.requiresApproval || b.requiresApproval,
    dataSensitivity: higher(DATA_SENSITIVITIES, a.dataSensitivity, b.dataSensitivity),
    externalNetwork: a.externalNetwork || b.externalNetwork,
    systemAccess: a.systemAccess || b.systemAccess,
    untrustedOutput: a.untrustedOutput || b.untrustedOutput,
  }
}

/** A level that nobody knows came past the compiler; it counts as the highest. */
function higher<Level>(levels: readonly Level[], a: Level, b: Level): Level {
  const [highest] = levels.slice(-1)
  const known = (level: Level) =>
    levels.includes(level) || highest === undefined ? level : highest
  return levels.indexOf(known(a)) >= levels.indexOf(known(b)) ? known(a) : known(b)
}

const FLAGS = [
  'idempotent',
  'requiresApproval',
  'externalNetwork',
  'systemAccess',
  'untrustedOutput',
] as const

/** What is wrong with a risk as its author wrote it, and in which field. */
export function findRiskProblem(risk: unknown): { field: string; problem: string } | undefined {
  if (!isPlainObject(risk)) return { field: '', problem: 'must be an object' }
  const { effects, dataSensitivity } = risk
  if (!isOneOf(EFFECT_KINDS, effects)) {
    return { field: 'effects', problem: `must be one of ${EFFECT_KINDS.join(', ')}` }
  }
  if (dataSensitivity !== undefined && !isOneOf(DATA_SENSITIVITIES, dataSensitivity)) {
    return { field: 'dataSensitivity', problem: `must be one of ${DATA_SENSITIVITIES.join(', ')}` }
  }
  const flag = FLAGS.find((name) => risk[name] !== undefined && typeof risk[name] !== 'boolean')
  if (flag) return { field: flag, problem: 'must be true or false' }
  const known = new Set<string>([...FLAGS, 'effects', 'dataSensitivity'])
  const stranger = Object.keys(risk).find((key) => !known.has(key))
  return stranger === undefined
    ? undefined
    : { field: stranger, problem: 'is not a risk that anyone reads' }
}

/** A risk in which nothing is left open. */
export function isToolRisk(value: unknown): value is ToolRisk {
  if (findRiskProblem(value) || !isPlainObject(value)) return false
  return [...FLAGS, 'dataSensitivity'].every((field) => value[field] !== undefined)
}

function isOneOf(choices: readonly string[], value: unknown): boolean {
  return typeof value === 'string' && choices.includes(value)
}
