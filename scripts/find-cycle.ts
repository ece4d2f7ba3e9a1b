/** The first cycle of a graph, its start named again at its end; `undefined` where there is none. */
export function findCycle(graph: ReadonlyMap<string, readonly string[]>): string[] | undefined {
  const done = new Set<string>()
  const path: string[] = []

  const visit = (node: string): string[] | undefined => {
    if (done.has(node)) return undefined
    const at = path.indexOf(node)
    if (at >= 0) return [...path.slice(at), node]
    path.push(node)
    for (const next of graph.get(node) ?? []) {
      const cycle = visit(next)
      if (cycle) return cycle
    }
    path.pop()
    done.add(node)
    return undefined
  }

  for (const node of graph.keys()) {
    const cycle = visit(node)
    if (cycle) return cycle
  }
  return undefined
}
