import { z } from 'zod'
import { configSchema } from './config-schema.js'

/** One thing that can be set, and how it is read from plain text. */
export interface Setting {
  readonly kind: 'text' | 'number' | 'truth' | 'list'
  /** `limits.max_replies_per_day` */
  readonly path: string
}

export interface Section {
  readonly kind: 'section'
  readonly path: string
  readonly entries: ReadonlyMap<string, Section | Setting>
}

/** All that can be set, as a tree. */
export const rootSection: Section = toSection(configSchema, '')

/** All that can be set, by path. */
export const settings: ReadonlyMap<string, Setting> = new Map(
  listSettings(rootSection).map((setting) => [setting.path, setting]),
)

function toSection({ shape }: z.ZodObject, path: string): Section {
  const entries = Object.entries(shape).map(([name, schema]) => {
    const inner = path === '' ? name : `${path}.${name}`
    const core = unwrap(schema)
    const entry: Section | Setting =
      core instanceof z.ZodObject ? toSection(core, inner) : { kind: kindOf(core), path: inner }
    return [name, entry] as const
  })
  return { kind: 'section', path, entries: new Map(entries) }
}

function listSettings({ entries }: Section): Setting[] {
  return [...entries.values()].flatMap((entry) =>
    entry.kind === 'section' ? listSettings(entry) : [entry],
  )
}

/** What a value must be before anything is made of it. */
function unwrap(schema: z.core.$ZodType): z.core.$ZodType {
  if (
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault ||
    schema instanceof z.ZodOptional
  ) {
    return unwrap(schema.unwrap())
  }
  return schema instanceof z.ZodPipe ? unwrap(schema.in) : schema
}

function kindOf(schema: z.core.$ZodType): Setting['kind'] {
  if (schema instanceof z.ZodNumber) return 'number'
  if (schema instanceof z.ZodArray) return 'list'
  if (schema instanceof z.ZodBoolean || schema instanceof z.ZodLiteral) return 'truth'
  return 'text'
}
