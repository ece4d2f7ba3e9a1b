import { isId } from '../snowflake.js'
import { invalidParameter, invalidRequest } from './problem.js'

/** What a query parameter may hold. */
export type Parameter = { readonly required?: boolean } & (
  | { readonly kind: 'text'; readonly min?: number; readonly max?: number }
  | { readonly kind: 'integer'; readonly min: number; readonly max: number }
  | { readonly kind: 'id' | 'time' }
  | { readonly kind: 'choice'; readonly values: readonly string[] }
  | { readonly kind: 'ids' | 'names' | 'keys'; readonly max: number }
  | { readonly kind: 'set'; readonly values: ReadonlySet<string> }
)

export type Parameters = Readonly<Record<string, Parameter>>

/** The parameters of one request, read and checked. */
export interface Query {
  text(name: string): string | undefined
  list(name: string): readonly string[]
  set(name: string): ReadonlySet<string>
  integer(name: string): number | undefined
}

const none: ReadonlySet<string> = new Set()

export function readQuery(parameters: Parameters, search: URLSearchParams): Query {
  const values = new Map<string, string>()
  for (const [name, value] of search) {
    const parameter = Object.hasOwn(parameters, name) ? parameters[name] : undefined
    if (parameter === undefined) {
      const known = Object.keys(parameters).join(',')
      const message = `The query parameter [${name}] is not one of [${known}]`
      throw invalidParameter(name, value, message)
    }
    if (values.has(name)) throw invalidParameter(name, value, `[${name}] was given twice`)
    check(name, value, parameter)
    values.set(name, value)
  }
  for (const [name, { required }] of Object.entries(parameters)) {
    if (required === true && !values.has(name)) {
      throw invalidRequest({
        parameters: { [name]: [] },
        message: `The \`${name}\` query parameter can not be empty`,
      })
    }
  }
  const list = (name: string) => values.get(name)?.split(',') ?? []
  return {
    text: (name) => values.get(name),
    list,
    set: (name) => (values.has(name) ? new Set(list(name)) : none),
    integer: (name) => (values.has(name) ? Number(values.get(name)) : undefined),
  }
}

function check(name: string, value: string, parameter: Parameter) {
  const wrong = (why: string) =>
    invalidParameter(name, value, `The \`${name}\` query parameter value [${value}] ${why}`)
  switch (parameter.kind) {
    case 'text': {
      const { min = 1, max = Infinity } = parameter
      if (value.length < min) throw wrong(`is shorter than ${min} characters`)
      if (value.length > max) throw wrong(`is longer than ${max} characters`)
      return
    }
    case 'integer': {
      const { min, max } = parameter
      const fits = /^[0-9]{1,9}$/.test(value) && Number(value) >= min && Number(value) <= max
      if (!fits) throw wrong(`is not between ${min} and ${max}`)
      return
    }
    case 'id':
      if (!isId(value)) throw wrong('is not valid')
      return
    case 'time':
      if (!isTime(value)) throw wrong('is not a valid ISO 8601 time, as 2026-01-31T09:00:00Z')
      return
    case 'choice':
      if (!parameter.values.includes(value)) {
        throw wrong(`is not one of [${parameter.values.join(',')}]`)
      }
      return
    case 'set':
      for (const one of value.split(',')) {
        if (!parameter.values.has(one)) {
          throw wrong(`has [${one}], which is not one of [${[...parameter.values].join(',')}]`)
        }
      }
      return
    case 'ids':
    case 'names':
    case 'keys':
      checkList(value.split(','), parameter, wrong)
  }
}

const listed = { ids: /^[0-9]{1,19}$/, names: /^[A-Za-z0-9_]{1,15}$/, keys: /^[A-Za-z0-9_]{1,40}$/ }

function checkList(
  items: readonly string[],
  { kind, max }: { kind: keyof typeof listed; max: number },
  wrong: (why: string) => Error,
) {
  if (items.length > max) throw wrong(`has more than ${max} items`)
  const bad = items.find((item) => !listed[kind].test(item))
  if (bad !== undefined) throw wrong(`has [${bad}], which is not valid`)
}

function isTime(value: string): boolean {
  return (
    /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{1,9})?Z$/.test(value) &&
    !Number.isNaN(Date.parse(value))
  )
}
