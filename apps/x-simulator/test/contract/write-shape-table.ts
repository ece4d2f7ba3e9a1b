import { readFileSync, writeFileSync } from 'node:fs'
import { type Contract, makeShapeTable } from './make-shape-table.js'

// Run it as `npm run shapes --workspace @tuitbot/x-simulator` when the document changes.
const source = new URL('../../../../../shared/facts/x-openapi.json', import.meta.url)
const target = new URL('shape-table.json', import.meta.url)
const contract = JSON.parse(readFileSync(source, 'utf8')) as Contract
writeFileSync(target, `${JSON.stringify(makeShapeTable(contract), null, 1)}\n`)
