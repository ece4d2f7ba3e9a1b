import { isPlainObject } from '../json.js'
import { compareSchemas } from './compare-schemas.js'
import { type ToolContract } from './contract.js'
import { line, namePlace, ownValue, same, unionOfKeys } from './show-change.js'

/** Every difference between two contracts, a line each, by where it is. */
export function describeChanges(before: ToolContract, after: ToolContract): readonly string[] {
  const { input: oldInput, output: oldOutput, losses: oldLosses, ...old } = before
  const { input, output, losses, ...fresh } = after
  return [
    ...compareValues(old, fresh, ''),
    ...compareSchemas(oldInput, input, 'input'),
    ...compareSchemas(oldOutput, output, 'output'),
    ...compareLosses(oldLosses, losses),
  ]
}

function compareValues(before: unknown, after: unknown, path: string): string[] {
  if (same(before, after)) return []
  if (!isPlainObject(before) || !isPlainObject(after)) return [line('', path, before, after)]
  return unionOfKeys(before, after).flatMap((key) =>
    compareValues(
      ownValue(before, key),
      ownValue(after, key),
      path === '' ? key : `${path}.${key}`,
    ),
  )
}

/** A check in code leaves no other trace in a contract than the loss of it. */
function compareLosses(
  before: ToolContract['losses'] = [],
  after: ToolContract['losses'] = [],
): string[] {
  const missing = (from: typeof before, others: typeof before) =>
    from.filter((loss) => !others.some((other) => same(loss, other)))
  return [
    ...missing(after, before).map(
      ({ path, feature }) =>
        `${namePlace(path)} now does what its JSON Schema does not say: ${wordsOf(feature)}`,
    ),
    ...missing(before, after).map(
      ({ path, feature }) =>
        `${namePlace(path)} no longer does what its JSON Schema did not say: ${wordsOf(feature)}`,
    ),
  ]
}

function wordsOf(feature: string): string {
  return feature.replaceAll('_', ' ')
}
