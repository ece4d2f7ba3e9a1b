import { type Endpoint } from './endpoint.js'

export type Match =
  | { kind: 'found'; endpoint: Endpoint; params: Readonly<Record<string, string>> }
  | { kind: 'wrong-method'; allow: readonly string[] }
  | { kind: 'none' }

interface Route {
  readonly endpoint: Endpoint
  readonly segments: readonly string[]
}

/** Finds the endpoint of a path. A written segment wins over a parameter. */
export function createRouter(endpoints: readonly Endpoint[]) {
  const byLength = new Map<number, Route[]>()
  for (const endpoint of endpoints) {
    const segments = endpoint.path.split('/')
    const routes = byLength.get(segments.length) ?? []
    routes.push({ endpoint, segments })
    routes.sort((left, right) => countParameters(left) - countParameters(right))
    byLength.set(segments.length, routes)
  }

  return (method: string, path: string): Match => {
    const segments = path.split('/')
    const fitting: Array<{ route: Route; params: Record<string, string> }> = []
    for (const route of byLength.get(segments.length) ?? []) {
      const params = fit(route.segments, segments)
      if (params) fitting.push({ route, params })
    }
    const chosen = fitting.find(({ route }) => route.endpoint.method === method)
    if (chosen) return { kind: 'found', endpoint: chosen.route.endpoint, params: chosen.params }
    if (fitting.length === 0) return { kind: 'none' }
    return { kind: 'wrong-method', allow: fitting.map(({ route }) => route.endpoint.method) }
  }
}

function fit(pattern: readonly string[], segments: readonly string[]) {
  const params: Record<string, string> = {}
  for (const [index, wanted] of pattern.entries()) {
    const given = segments[index] ?? ''
    if (wanted.startsWith(':')) {
      const value = decode(given)
      if (value === undefined || value === '') return undefined
      params[wanted.slice(1)] = value
    } else if (wanted !== given) return undefined
  }
  return params
}

function countParameters({ segments }: Route): number {
  return segments.filter((segment) => segment.startsWith(':')).length
}

function decode(segment: string): string | undefined {
  try {
    return decodeURIComponent(segment)
  } catch {
    return undefined
  }
}
