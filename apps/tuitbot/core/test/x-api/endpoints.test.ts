import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { droppedEndpoints, endpointIds, endpoints } from '../../src/x-api/endpoints/endpoints.js'
import { allScopes } from '../../src/x-api/scopes.js'

interface Shape {
  readonly callers: readonly string[]
  readonly scopes: readonly string[]
  readonly query: Readonly<Record<string, true | readonly number[]>>
}
// The simulator's own compact form of X's contract.
const file = '../../../../x-simulator/test/contract/shape-table.json'
const { operations: contract } = JSON.parse(
  readFileSync(new URL(file, import.meta.url), 'utf8'),
) as { operations: Readonly<Record<string, Shape>> }
const rows = endpointIds.map((id) => ({ id, ...endpoints[id] }))

test('the table holds the calls that X has, and no others', () => {
  const calls = rows.map(({ method, path }) => `${method} ${path}`)
  expect(calls.toSorted()).toEqual(Object.keys(contract).toSorted())
})

test.each(rows)('$id is as the contract says', ({ method, path, scopes, callers, params }) => {
  const shape = contract[`${method} ${path}`]
  expect(scopes.toSorted()).toEqual(shape?.scopes.toSorted())
  expect(callers.toSorted()).toEqual(shape?.callers.toSorted())
  const query = params.filter((param) => param.in === 'query')
  expect(query.map(({ name }) => name).toSorted()).toEqual(
    Object.keys(shape?.query ?? {}).toSorted(),
  )
  const ranges = query.flatMap(({ name, kind, range }) =>
    kind === 'integer' ? [[name, range]] : [],
  )
  const limits = Object.entries(shape?.query ?? {}).filter(([, limit]) => limit !== true)
  expect(Object.fromEntries(ranges)).toEqual(Object.fromEntries(limits))
})

test.each(rows)('$id: what its path names are its parameters, one each', ({ path, params }) => {
  const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
  expect(params.filter((param) => param.in === 'path').map(({ name }) => name)).toEqual(named)
  const names = params.map(({ name, in: place }) => `${place} ${name}`)
  expect(new Set(names).size).toBe(names.length)
})

test('a login asks for every scope that some call needs', () => {
  const needed = new Set(rows.flatMap(({ scopes }) => scopes))
  expect([...needed].filter((scope) => !allScopes.includes(scope))).toEqual([])
})

test('calls that X has dropped are not in the table', () => {
  for (const { method, path } of droppedEndpoints) {
    const plain = (template: string) => template.replaceAll(/\{\w+\}/g, '{}')
    expect(rows.some((row) => row.method === method && plain(row.path) === plain(path))).toBe(false)
  }
  expect(droppedEndpoints).toHaveLength(4)
})
