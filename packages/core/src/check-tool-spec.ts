import { createToolError } from './errors.js'
import { parseToolId, type ToolId } from './identity.js'
import { findUnjson, formatPath, isPlainObject } from './json.js'
import { findBrokenReference } from './json-schema-references.js'
import { DATA_SENSITIVITIES, EFFECT_KINDS } from './risk.js'
import { isMuteSchema, isStandardSchema } from './schema.js'
import { isTag } from './tag-utilities.js'
import { type ToolSpec } from './tool-definition.js'

const MAX_TEXT = { title: 256, description: 65_536, example: 4_096 } as const

const RISK_FLAGS = [
  'idempotent',
  'requiresApproval',
  'externalNetwork',
  'systemAccess',
  'untrustedOutput',
] as const

/** Throws at the first thing wrong with a spec, naming the tool and the path. */
export function checkToolSpec(id: ToolId, spec: ToolSpec): void {
  const refuse = (path: string, problem: string): never => {
    throw createToolError({
      category: 'validation',
      code: 'toolbox.invalid_definition',
      message: `tool ${id}: ${path} ${problem}`,
      details: { tool: id, path },
    })
  }

  checkText('description', spec.description, MAX_TEXT.description, refuse)
  if (spec.title !== undefined) checkText('title', spec.title, MAX_TEXT.title, refuse)
  for (const [index, example] of listOf('examples', spec.examples, refuse).entries()) {
    checkText(`examples[${index}]`, example, MAX_TEXT.example, refuse)
  }
  listOf('inputExamples', spec.inputExamples, refuse)
  for (const [index, tag] of listOf('tags', spec.tags, refuse).entries()) {
    if (!isTag(tag)) refuse(`tags[${index}]`, `must be kebab-case, not ${show(tag)}`)
  }
  checkSchema('input', spec.input, refuse)
  checkSchema('output', spec.output, refuse)
  checkRisk(spec.risk, refuse)
  checkLifecycle(spec.lifecycle, refuse)
  checkMetadata(spec.metadata, refuse)
}

type Refuse = (path: string, problem: string) => never

function checkText(path: string, value: unknown, max: number, refuse: Refuse): void {
  if (typeof value !== 'string') refuse(path, `must be a string, not ${show(value)}`)
  else if (value.trim() === '') refuse(path, 'must not be empty')
  else if (value.length > max) {
    refuse(path, `is ${value.length} characters long; at most ${max} are taken`)
  }
}

function listOf(path: string, value: unknown, refuse: Refuse): readonly unknown[] {
  if (value === undefined) return []
  return Array.isArray(value) ? value : refuse(path, `must be an array, not ${show(value)}`)
}

function checkSchema(path: string, schema: unknown, refuse: Refuse): void {
  if (schema === undefined || isStandardSchema(schema)) return
  if (isMuteSchema(schema)) {
    refuse(path, 'cannot be turned into JSON Schema; valibot: wrap it in toStandardJsonSchema()')
  }
  if (!isPlainObject(schema)) {
    return refuse(path, `must be a Standard Schema or a JSON Schema object, not ${show(schema)}`)
  }
  const unjson = findUnjson(schema)
  if (unjson) refuse(formatPath(path, unjson.path), `${unjson.reason}, which JSON cannot say`)
  const broken = findBrokenReference(schema)
  if (broken) refuse(formatPath(path, broken.path), broken.reason)
  if (path === 'input' && schema['type'] !== 'object' && schema['$ref'] === undefined) {
    refuse('input.type', `must be "object", not ${show(schema['type'])}`)
  }
}

function checkRisk(risk: unknown, refuse: Refuse): void {
  if (risk === undefined) return
  if (!isPlainObject(risk)) return refuse('risk', `must be an object, not ${show(risk)}`)
  checkChoice('risk.effects', risk['effects'], EFFECT_KINDS, refuse)
  if (risk['dataSensitivity'] !== undefined) {
    checkChoice('risk.dataSensitivity', risk['dataSensitivity'], DATA_SENSITIVITIES, refuse)
  }
  for (const flag of RISK_FLAGS) {
    if (risk[flag] !== undefined && typeof risk[flag] !== 'boolean') {
      refuse(`risk.${flag}`, `must be true or false, not ${show(risk[flag])}`)
    }
  }
  const known = new Set<string>([...RISK_FLAGS, 'effects', 'dataSensitivity'])
  const stranger = Object.keys(risk).find((key) => !known.has(key))
  if (stranger !== undefined)
    refuse(formatPath('risk', [stranger]), 'is not a risk that anyone reads')
}

function checkChoice(
  path: string,
  value: unknown,
  choices: readonly string[],
  refuse: Refuse,
): void {
  if (typeof value === 'string' && choices.includes(value)) return
  refuse(path, `must be one of ${choices.join(', ')}, not ${show(value)}`)
}

function checkLifecycle(lifecycle: ToolSpec['lifecycle'], refuse: Refuse): void {
  checkMetadata(lifecycle, refuse, 'lifecycle')
  if (lifecycle?.replacedBy === undefined) return
  try {
    parseToolId(lifecycle.replacedBy)
  } catch (cause) {
    refuse('lifecycle.replacedBy', cause instanceof Error ? cause.message : 'is not a tool id')
  }
}

function checkMetadata(value: unknown, refuse: Refuse, path = 'metadata'): void {
  if (value === undefined) return
  if (!isPlainObject(value)) return refuse(path, `must be an object, not ${show(value)}`)
  const unjson = findUnjson(value)
  if (unjson) refuse(formatPath(path, unjson.path), `${unjson.reason}, which JSON cannot say`)
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80))
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}
