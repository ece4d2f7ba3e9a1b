import { createToolError } from './errors.js'
import { parseToolId, type ToolId } from './identity.js'
import { findUnjson, formatPath, hasLoneSurrogate, isPlainObject } from './json.js'
import { findBrokenReference } from './json-schema-references.js'
import { describesObject, findMalformed } from './json-schema-shape.js'
import { findRiskProblem } from './risk.js'
import { isMuteSchema, isStandardSchema } from './schema.js'
import { isTag } from './tag-utilities.js'
import { type ToolSpec } from './tool-definition.js'

/** How much a definition may hold: more than anyone writes, and less than hurts. */
const MOST = {
  title: 256,
  description: 65_536,
  example: 4_096,
  examples: 100,
  tags: 100,
  metadata: 1_000_000,
} as const

/** Throws at the first thing wrong with a spec, naming the tool and the path. */
export function checkToolSpec(id: ToolId, spec: ToolSpec): void {
  const refuse: Refuse = (path, problem) => {
    throw createToolError({
      category: 'validation',
      code: 'toolbox.invalid_definition',
      message: `tool ${id}: ${path} ${problem}`,
      details: { tool: id, path },
    })
  }

  checkText('description', spec.description, MOST.description, refuse)
  if (spec.title !== undefined) checkText('title', spec.title, MOST.title, refuse)
  for (const [index, example] of listOf(
    'examples',
    spec.examples,
    MOST.examples,
    refuse,
  ).entries()) {
    checkText(`examples[${index}]`, example, MOST.example, refuse)
  }
  listOf('inputExamples', spec.inputExamples, MOST.examples, refuse)
  for (const [index, tag] of listOf('tags', spec.tags, MOST.tags, refuse).entries()) {
    if (!isTag(tag)) refuse(`tags[${index}]`, `must be kebab-case, not ${show(tag)}`)
  }
  checkSchema('input', spec.input, refuse)
  checkSchema('output', spec.output, refuse)
  checkRisk(spec.risk, refuse)
  checkLifecycle(spec.lifecycle, refuse)
  checkJson('metadata', spec.metadata, refuse)
}

type Refuse = (path: string, problem: string) => never

function checkText(path: string, value: unknown, max: number, refuse: Refuse): void {
  if (typeof value !== 'string') refuse(path, `must be a string, not ${show(value)}`)
  else if (value.trim() === '') refuse(path, 'must not be empty')
  else if (hasLoneSurrogate(value)) refuse(path, 'must not hold a lone surrogate')
  else if (value.length > max) {
    refuse(path, `is ${value.length} characters long; at most ${max} are taken`)
  }
}

function listOf(path: string, value: unknown, max: number, refuse: Refuse): readonly unknown[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) return refuse(path, `must be an array, not ${show(value)}`)
  if (value.length > max) refuse(path, `holds ${value.length} items; at most ${max} are taken`)
  return value
}

function checkSchema(path: 'input' | 'output', schema: unknown, refuse: Refuse): void {
  if (schema === undefined || isStandardSchema(schema)) return
  if (isMuteSchema(schema)) {
    refuse(
      path,
      'cannot say its JSON Schema; take zod itself and not zod/mini, or wrap a valibot schema in toStandardJsonSchema()',
    )
  }
  if (!isPlainObject(schema)) {
    return refuse(path, `must be a Standard Schema or a JSON Schema object, not ${show(schema)}`)
  }
  const bare = Object.entries(schema).find(([, field]) => isStandardSchema(field))
  if (bare)
    refuse(
      formatPath(path, [bare[0]]),
      'is a schema of its own: wrap the fields in one, z.object({ … })',
    )
  const problem = findUnjsonProblem(schema) ?? findMalformed(schema) ?? findBrokenReference(schema)
  if (problem) refuse(formatPath(path, problem.path), problem.reason)
  if (path === 'input' && !describesObject(schema)) {
    refuse('input.type', `must be "object", not ${show(schema['type'])}`)
  }
}

function checkRisk(risk: unknown, refuse: Refuse): void {
  const found = risk === undefined ? undefined : findRiskProblem(risk)
  if (!found) return
  const { field, problem } = found
  const value: unknown = isPlainObject(risk) ? risk[field] : risk
  refuse(field === '' ? 'risk' : formatPath('risk', [field]), `${problem}, not ${show(value)}`)
}

function checkLifecycle(lifecycle: ToolSpec['lifecycle'], refuse: Refuse): void {
  checkJson('lifecycle', lifecycle, refuse)
  for (const [key, value] of Object.entries(lifecycle ?? {})) {
    const wanted = key === 'deprecated' ? 'boolean' : 'string'
    if (typeof value !== wanted) {
      refuse(formatPath('lifecycle', [key]), `must be a ${wanted}, not ${show(value)}`)
    }
  }
  if (lifecycle?.replacedBy === undefined) return
  try {
    parseToolId(lifecycle.replacedBy)
  } catch (cause) {
    refuse('lifecycle.replacedBy', cause instanceof Error ? cause.message : 'is not a tool id')
  }
}

function checkJson(path: string, value: unknown, refuse: Refuse): void {
  if (value === undefined) return
  if (!isPlainObject(value)) return refuse(path, `must be an object, not ${show(value)}`)
  const unjson = findUnjsonProblem(value)
  if (unjson) refuse(formatPath(path, unjson.path), unjson.reason)
  const { length } = JSON.stringify(value)
  if (length > MOST.metadata) {
    refuse(path, `is ${length} characters of JSON; at most ${MOST.metadata} are taken`)
  }
}

function findUnjsonProblem(value: unknown) {
  const found = findUnjson(value)
  return found && { path: found.path, reason: `${found.reason}, which JSON cannot say` }
}

function show(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 80))
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) return 'an object'
  return String(value)
}
