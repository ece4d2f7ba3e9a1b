import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { effect, operation, type LocalChange } from '../src/index.js'
import { createSmallWorld } from './harness/small-world.js'

const setNote = operation({
  name: 'note.set',
  input: z.object({ text: z.string(), version: z.number() }),
})

test('rows are changed, claimed and recorded in one commit', async () => {
  await using world = await noteWorld()

  expect(await world.set('a', 1)).toMatchObject({ kind: 'executed', value: { text: 'a' } })
  expect(await world.note()).toEqual(['a', 2])
  expect(await world.gateway.list()).toMatchObject([{ state: 'succeeded', class: 'local' }])
})

test('of two who change the same version one wins, and the other is told', async () => {
  await using world = await noteWorld()

  const outcomes = await Promise.all([world.set('a', 1), world.set('b', 1)])

  expect(outcomes.map(({ kind }) => kind)).toEqual(['executed', 'conflict'])
  expect(await world.note()).toEqual(['a', 2])
})

test('a row can be changed back and forth as often as one likes', async () => {
  await using world = await noteWorld()
  for (const [index, text] of ['a', 'b', 'a', 'b'].entries()) {
    expect(await world.set(text, index + 1)).toMatchObject({ kind: 'executed' })
  }

  expect(await world.note()).toEqual(['b', 5])
})

test('the same key is answered from what was recorded', async () => {
  await using world = await noteWorld()
  await world.set('a', 1, 'k')

  expect(await world.set('a', 1, 'k')).toMatchObject({ kind: 'replayed', value: { text: 'a' } })
  expect(await world.set('b', 2, 'k')).toMatchObject({ kind: 'conflict' })
})

test('what was changed is told also to whom it could not be made for any more', async () => {
  let isThere = true
  await using world = await noteWorld(() => {
    if (!isThere) throw new Error('the note is gone')
    isThere = false
    return { statements: [], value: 'changed' }
  })

  expect(await world.set('a', 1, 'k')).toMatchObject({ kind: 'executed' })
  expect(await world.set('a', 1, 'k')).toMatchObject({ kind: 'replayed', value: 'changed' })
  expect(await world.set('b', 1)).toMatchObject({ kind: 'denied', code: 'invalid_input' })
})

test('a change whose statement the database refuses is denied, and nothing is changed', async () => {
  await using world = await noteWorld(() => ({
    statements: [
      { query: CompiledQuery.raw(`update note set text = 'half'`) },
      { query: CompiledQuery.raw('update nothing set text = 1') },
    ],
    value: null,
  }))

  expect(await world.set('a', 1)).toMatchObject({ kind: 'denied', code: 'storage' })
  expect(await world.note()).toEqual(['', 1])
  expect(await world.gateway.list()).toEqual([])
})

test('a change that cannot say what it does is refused', async () => {
  await using world = await noteWorld(() => {
    throw new Error('no idea')
  })

  expect(await world.set('a', 1)).toMatchObject({ kind: 'denied', code: 'invalid_input' })
})

test('a statement may be meant for more than one row, or for none', async () => {
  await using world = await noteWorld(() => ({
    statements: [{ query: CompiledQuery.raw(`delete from note where text = 'missing'`), rows: 0 }],
    value: null,
  }))

  expect(await world.set('a', 1)).toMatchObject({ kind: 'executed' })
})

test('a local effect is run, never dispatched', async () => {
  await using world = await noteWorld()

  await expect(world.gateway.evaluate(world.request('a', 1))).rejects.toThrow(TypeError)
})

async function noteWorld(
  apply: (args: z.output<typeof setNote.input>) => LocalChange<unknown> = update,
) {
  const world = createSmallWorld({
    effects: [effect({ operation: setNote, class: 'local', apply })],
  })
  const query = (sql: string) => world.store.writer.write((tx) => tx.query(CompiledQuery.raw(sql)))
  await query('create table note (text text, version integer)')
  await query(`insert into note values ('', 1)`)
  const request = (text: string, version: number, idempotencyKey?: string) => ({
    ...world.post(''),
    operation: setNote,
    args: { text, version },
    idempotencyKey,
  })
  return {
    ...world,
    request,
    set: (text: string, version: number, key?: string) =>
      world.gateway.run(request(text, version, key)),
    note: () =>
      world.store.writer.read((tx) => {
        const [row] = tx.rows(CompiledQuery.raw('select text, version from note'))
        return Object.values(row ?? {})
      }),
  }
}

function update({ text, version }: z.output<typeof setNote.input>): LocalChange<unknown> {
  const sql = 'update note set text = ?, version = version + 1 where version = ?'
  return { statements: [{ query: CompiledQuery.raw(sql, [text, version]) }], value: { text } }
}
