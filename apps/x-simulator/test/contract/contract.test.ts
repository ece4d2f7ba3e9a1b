import { existsSync, readFileSync } from 'node:fs'
import { startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { endpoints } from '../../src/api/endpoints.js'
import { type Contract, makeShapeTable } from './make-shape-table.js'
import { findMisfits, type ShapeTable } from './shape.js'
import { takeTour } from './tour.js'

const table = JSON.parse(
  readFileSync(new URL('shape-table.json', import.meta.url), 'utf8'),
) as ShapeTable
const reason = 'the OpenAPI document does not lie beside the repository'
const document = new URL('../../../../../shared/facts/x-openapi.json', import.meta.url)

const start = () =>
  startSimulator({ clock: virtualClock('2026-09-01T09:00:00Z'), access: 'enterprise' })

test('every answer of every endpoint is of the shape that the contract gives it', async () => {
  await using x = await start()

  const stops = await takeTour(x)

  const misfits = stops.flatMap(({ operation, heard }) => {
    const described = table.operations[operation]
    if (described === undefined) return [`${operation} is not in the table`]
    const wrong = findMisfits(table, described.answer, heard.json)
    const status = heard.status === described.status ? [] : [`status ${heard.status} ${heard.text}`]
    return [...status, ...wrong].map((why) => `${operation}: ${why}`)
  })
  expect(misfits).toEqual([])
})

test('the tour leaves no endpoint out', async () => {
  await using x = await start()

  const visited = new Set((await takeTour(x)).map(({ operation }) => operation))

  expect(Object.keys(table.operations).filter((operation) => !visited.has(operation))).toEqual([])
  expect(Object.keys(table.operations).toSorted()).toEqual(endpoints.map(lineOf).toSorted())
})

test('every endpoint takes the tokens and asks for the scopes that the contract names', () => {
  const ours = endpoints.map((endpoint) => ({
    line: lineOf(endpoint),
    callers: endpoint.auth.toSorted(),
    scopes: endpoint.scopes.toSorted(),
  }))

  const theirs = endpoints.map(lineOf).map((line) => ({
    line,
    callers: table.operations[line]?.callers.toSorted(),
    scopes: table.operations[line]?.scopes,
  }))
  expect(ours).toEqual(theirs)
})

test('every endpoint takes the query parameters of the contract, within its bounds', () => {
  const ours = endpoints.map((endpoint) => ({
    line: lineOf(endpoint),
    query: Object.fromEntries(
      Object.entries(endpoint.query ?? {})
        .map(
          ([name, given]) =>
            [name, given.kind === 'integer' ? [given.min, given.max] : true] as const,
        )
        .toSorted(([left], [right]) => (left < right ? -1 : 1)),
    ),
  }))

  const theirs = endpoints.map(lineOf).map((line) => ({
    line,
    query: Object.fromEntries(
      Object.entries(table.operations[line]?.query ?? {}).toSorted(([left], [right]) =>
        left < right ? -1 : 1,
      ),
    ),
  }))
  expect(ours).toEqual(theirs)
})

// The document is X's and is not kept here; where it lies beside the repository it has the last word.
test('every answer is valid under the whole OpenAPI document', async ({ skip }) => {
  skip(!existsSync(document), reason)
  // What may be null in OpenAPI 3.0 has no meaning to a validator of JSON Schema, and is never null here.
  const withoutNull = (name: string, value: unknown) => (name === 'nullable' ? undefined : value)
  const contract = JSON.parse(readFileSync(document, 'utf8'), withoutNull) as {
    paths: Paths
    components: object
  }
  const ajv = new Ajv({ strict: false, validateFormats: false, allErrors: true })
  ajv.addSchema({ $id: 'x', components: contract.components })
  await using x = await start()

  const wrong = (await takeTour(x)).flatMap(({ operation, heard }) => {
    const [method = '', path = ''] = operation.split(' ')
    const answer = contract.paths[path]?.[method.toLowerCase()]?.responses[String(heard.status)]
    const schema = answer?.content['application/json']?.schema
    if (schema === undefined) return [`${operation}: nothing is said of ${heard.status}`]
    const text = JSON.stringify(schema).replaceAll('"#/', '"x#/')
    const validate = ajv.compile(JSON.parse(text) as object)
    return validate(heard.json) ? [] : [`${operation}: ${ajv.errorsText(validate.errors)}`]
  })

  expect(wrong).toEqual([])
})

test('the committed table is the one that the document makes', ({ skip }) => {
  skip(!existsSync(document), reason)

  const contract = JSON.parse(readFileSync(document, 'utf8')) as Contract

  expect(makeShapeTable(contract)).toEqual(table)
})

type Paths = Record<
  string,
  Record<string, { responses: Record<string, { content: Record<string, { schema: object }> }> }>
>

function lineOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}`
}
