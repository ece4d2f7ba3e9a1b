export type Placement = 'path' | 'query' | 'body'

export type ParamKind =
  | 'id'
  | 'username'
  | 'key'
  | 'text'
  | 'integer'
  | 'boolean'
  | 'time'
  | 'list'
  | 'json'

/** A parameter, and where on the wire it stands. */
export interface Param {
  readonly name: string
  readonly in: Placement
  readonly kind: ParamKind
  readonly required: boolean
  /** The least and greatest number, or number of items. */
  readonly range?: readonly [number, number]
  readonly values?: readonly string[]
}

/** The forms that a value may have in a path. Nothing else is ever put into one. */
export const pathForms: Readonly<Record<string, RegExp>> = {
  id: /^[0-9]{1,19}$/,
  username: /^[A-Za-z0-9_]{1,15}$/,
  key: /^[0-9A-Za-z]+(?:[-_][0-9A-Za-z]+)*$/,
  integer: /^[0-9]{1,10}$/,
}

const kindsOfPath: Readonly<Record<string, ParamKind>> = {
  username: 'username',
  media_key: 'key',
  dm_conversation_id: 'key',
  woeid: 'integer',
}

/** The parameters that a path names. Ids of Spaces and of conversations have forms of their own. */
export function pathParams(path: string): Param[] {
  const isKey = path.startsWith('/2/spaces/') || path === '/2/dm_conversations/{id}/dm_events'
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    kind: isKey ? 'key' : (kindsOfPath[name] ?? 'id'),
    required: true,
  }))
}

type More = Partial<Pick<Param, 'required' | 'range' | 'values'>>

export function query(name: string, kind: ParamKind = 'text', more: More = {}): Param {
  return { name, in: 'query', kind, required: false, ...more }
}

export function body(name: string, kind: ParamKind = 'text', more: More = {}): Param {
  return { name, in: 'body', kind, required: false, ...more }
}

export const required = { required: true } as const

export function ids(name: string, kind: 'list' = 'list'): Param {
  return query(name, kind, { required: true, range: [1, 100] })
}

export function pages(least: number, most: number): Param[] {
  return [query('max_results', 'integer', { range: [least, most] }), query('pagination_token')]
}

export const span: readonly Param[] = [
  query('start_time', 'time'),
  query('end_time', 'time'),
  query('since_id', 'id'),
  query('until_id', 'id'),
]

function fields(...names: string[]): Param[] {
  return names.map((name) => query(name, 'list'))
}

export const postViews = fields(
  'post.fields',
  'expansions',
  'user.fields',
  'media.fields',
  'poll.fields',
  'place.fields',
)
export const userViews = fields('user.fields', 'expansions', 'post.fields')
export const listViews = fields('list.fields', 'expansions', 'user.fields')
export const spaceViews = fields('space.fields', 'expansions', 'user.fields', 'topic.fields')
export const messageViews = fields(
  'dm_event.fields',
  'expansions',
  'user.fields',
  'post.fields',
  'media.fields',
)
