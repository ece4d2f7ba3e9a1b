import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  AuditFormatError,
  exportAudit,
  fromCsv,
  toCsv,
  type AuditEvent,
} from '../../src/audit/index.js'
import { payloadOf } from '../../src/audit/payload.js'
import { collect, createRecordedWorld, stream } from './recorded-world.js'

const EVENT: AuditEvent = {
  account: 'alice',
  seq: 1,
  at: 1_700_000_000_000,
  intent: 'i',
  kind: 'denied',
  payloadHash: 'h',
  prev: 'p',
  hash: 'h',
  ...payloadOf({ note: 'hi' }),
}

test('what is read from CSV is what was written', async () => {
  await using world = await createRecordedWorld()
  const events = await collect(exportAudit(world.store))

  expect(await collect(fromCsv(toCsv(stream(events))))).toEqual(events)
})

test('whatever stands in a cell comes back, and no cell begins like a formula', async () => {
  const words = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('=1+1', '+1', '-1', '@x', '\t=1', '\r\n=1', "'=1", '＝1', '"', ',', ';=1', ''),
  )
  const events = fc.record({
    account: words,
    intent: words,
    payloadHash: words,
    prev: words,
    hash: words,
    seq: fc.nat(),
    at: fc.maxSafeNat(),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(events, { maxLength: 5 }), words, async (rows, note) => {
      const said = rows.map((row) => ({ ...EVENT, ...row, ...payloadOf({ note }) }))
      const text = (await collect(toCsv(stream(said)))).join('')

      expect(await collect(fromCsv([text]))).toEqual(said)
      expect(cellsOf(text).filter((cell) => /^[=+\-@\t\r\n＝＋－＠]/.test(cell))).toEqual([])
    }),
    { numRuns: 60 },
  )
})

test('no text of a payload begins a cell where semicolons part them', async () => {
  const text = (
    await collect(toCsv(stream([{ ...EVENT, ...payloadOf({ note: 'a;=1+1' }) }])))
  ).join()

  expect(text).not.toContain(';')
})

test('a time is one that people can read', async () => {
  const text = (await collect(toCsv(stream([EVENT])))).join('')

  expect(text.split('\r\n')).toEqual([
    '"account","seq","time","kind","intent","payload","changed_payload","payload_hash","prev","hash"',
    '"alice","1","2023-11-14T22:13:20.000Z","denied","i","{""note"":""hi""}","","h","p","h"',
    '',
  ])
})

test('a row that is very long is read like any other', async () => {
  const long = { ...EVENT, ...payloadOf({ note: '"a" '.repeat(50_000) }) }

  expect(await collect(fromCsv(toCsv(stream([long]))))).toEqual([long])
})

test('a payload that was changed is exported as it is', async () => {
  const changed = { ...EVENT, payload: undefined, payloadText: '{;' }

  expect(await collect(fromCsv(toCsv(stream([changed]))))).toEqual([changed])
})

test('what a spreadsheet made of it is refused', async () => {
  const rows = await collect(toCsv(stream([EVENT])))
  const text = rows.join('')
  const others = [
    text.replaceAll('\r\n', '\n'),
    text.replaceAll('"', ''),
    text.replace('2023-11-14T22:13:20.000Z', '2023-11-14 22:13:20'),
    text.replace('"1"', '"01"'),
    text.slice(0, -20),
    text.slice(0, -2),
    text.replace('\r', ''),
    rows.slice(1).join(''),
    `${rows[0]}${text}`,
  ]

  expect(await collect(fromCsv([text]))).toEqual([EVENT])
  for (const other of others) {
    await expect(collect(fromCsv([other]))).rejects.toThrow(AuditFormatError)
  }
})

/** As any reader of CSV takes it apart. */
function cellsOf(text: string): string[] {
  return [...text.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"'))
}
