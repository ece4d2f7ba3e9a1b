import { createReadStream, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { exportAudit, fromJsonl, toJsonl, verifyExport } from '../../src/audit/index.js'
import { readPayload } from '../../src/audit/payload.js'
import { scratchFolder } from '../harness/scratch-folder.js'
import { collect, createRecordedWorld, stream } from './recorded-world.js'

test('what is read from JSON Lines is what was written', async () => {
  await using world = await createRecordedWorld()
  const events = await collect(exportAudit(world.store))

  expect(await collect(fromJsonl(toJsonl(stream(events))))).toEqual(events)
})

test('a line is JSON that anyone can read', async () => {
  await using world = await createRecordedWorld()
  const text = (await collect(toJsonl(exportAudit(world.store)))).join('')
  const lines = text.trimEnd().split('\n')

  expect(lines.map((line): unknown => JSON.parse(line))).toContainEqual(
    expect.objectContaining({
      account: 'bob',
      kind: 'rejected',
      payload: expect.objectContaining({ note: '=1+1' }) as unknown,
    }),
  )
})

test('it can come from a file, in pieces that end anywhere', async () => {
  await using world = await createRecordedWorld()
  const folder = scratchFolder('jsonl-')
  const path = join(folder, 'audit.jsonl')
  const lines = await collect(toJsonl(exportAudit(world.store)))
  writeFileSync(path, lines.join(''))

  const verdict = await verifyExport(fromJsonl(createReadStream(path, { highWaterMark: 7 })))
  rmSync(folder, { recursive: true })
  expect(verdict).toMatchObject({ kind: 'intact', rows: lines.length })
})

test('a payload that was changed is exported as it is, and seen', async () => {
  await using world = await createRecordedWorld()
  const events = await collect(exportAudit(world.store))
  for (const payloadText of ['{', '{"a":1, "b":2}', '"\\ud800"', '1e1']) {
    const changed = events.map((event, index) =>
      index === 5 ? { ...event, ...readPayload(payloadText) } : event,
    )

    const [line = ''] = (await collect(toJsonl(stream(changed)))).slice(5)
    expect(JSON.parse(line)).toMatchObject({ payloadText })
    expect(await collect(fromJsonl(toJsonl(stream(changed))))).toEqual(changed)
    expect(await verifyExport(fromJsonl(toJsonl(stream(changed))))).toMatchObject({
      kind: 'broken',
      reason: 'what it was about was changed after it was written',
    })
  }
})

test('other spellings of the same JSON are refused', async () => {
  await using world = await createRecordedWorld()
  const [line = ''] = await collect(toJsonl(exportAudit(world.store)))
  const spellings = [
    line.replace(':', ': '),
    line.replace('{"account"', String.raw`{"\u0061ccount"`),
    line.replace('{', '{"a":1,'),
    `\ufeff${line}`,
    line.replace('\n', '\r\n'),
    '[]\n',
    'null\n',
    '\n',
  ]

  for (const spelling of spellings) {
    expect(await verifyExport(fromJsonl(Readable.from([Buffer.from(spelling)])))).toMatchObject({
      kind: 'broken',
      reason: 'line 1 is not as it was exported',
    })
  }
  expect(await verifyExport(fromJsonl([line]))).toMatchObject({ kind: 'intact' })
})

test('bytes that are no text are refused', async () => {
  expect(await verifyExport(fromJsonl([Buffer.of(0xff, 0x0a)]))).toMatchObject({
    kind: 'broken',
    reason: 'the export is no UTF-8 text',
  })
})
