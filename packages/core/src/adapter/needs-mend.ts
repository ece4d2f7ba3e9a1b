import { type Dialect } from './dialect.js'
import { type Shape, type ShapeTree } from './shape.js'

/** Whether arguments of this shape come in another form than the tool's own schema asks for. */
export function needsMend(shape: Shape, tree: ShapeTree, dialect: Dialect): boolean {
  const seen = new Set<string>()
  const needs = (one: Shape, depth: number): boolean => {
    switch (one.kind) {
      case 'json':
        return true
      case 'object':
        return (
          depth >= dialect.maxDepth ||
          (one.fields.length === 0 && !dialect.emptyObjects) ||
          one.fields.some(
            (field) =>
              (field.optional && dialect.absent === 'null') || needs(field.shape, depth + 1),
          )
        )
      case 'list':
        return depth >= dialect.maxDepth || needs(one.items, depth + 1)
      case 'union':
        return one.options.some((option) => needs(option, depth))
      case 'reference': {
        if (seen.has(one.to)) return dialect.references === 'inlined'
        seen.add(one.to)
        const target = tree.definitions.get(one.to)
        return target === undefined || needs(target, dialect.references === 'kept' ? 0 : depth)
      }
      case 'choice':
      case 'string':
      case 'number':
      case 'integer':
      case 'boolean':
      case 'null':
        return false
    }
  }
  return needs(shape, 0)
}
