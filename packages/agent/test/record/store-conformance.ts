import { expect, test } from 'vitest'
import { type RunRecord } from '../../src/run/run-record.js'
import { type RunStore } from '../../src/run/run-store.js'

/** What every store keeps to. */
export function storeConformance(name: string, open: () => Promise<RunStore>): void {
  test(`${name}: what was appended is read as it was, in order`, async () => {
    const store = await open()
    await store.append('a', 0, [start('a', 1)])
    await store.append('a', 1, [said('ä€😀\u2028\ud800'), said('two')])

    expect(await store.read('a')).toEqual([start('a', 1), said('ä€😀\u2028\ud800'), said('two')])
    await store.close()
  })

  test(`${name}: of two that go on with a run, one is let`, async () => {
    const store = await open()
    await store.append('a', 0, [start('a', 1)])
    await store.append('a', 1, [said('first')])

    await expect(Promise.resolve(store.append('a', 1, [said('second')]))).rejects.toMatchObject({
      code: 'conflict',
    })
    expect(await store.read('a')).toHaveLength(2)
    await store.close()
  })

  test(`${name}: of two that go on with a run at the same moment, one is let`, async () => {
    const store = await open()
    await store.append('a', 0, [start('a', 1)])

    const both = await Promise.allSettled(
      ['first', 'second'].map((text) => Promise.resolve(store.append('a', 1, [said(text)]))),
    )

    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'conflict' },
    })
    expect(await store.read('a')).toHaveLength(2)
    await store.close()
  })

  test(`${name}: whoever reads a run that is under way does not end it`, async () => {
    const store = await open()
    for (let position = 0; position < 20; position++) {
      const record = position === 0 ? start('a', 1) : said(String(position))
      const [, records] = await Promise.all([
        store.append('a', position, [record]),
        store.read('a'),
      ])
      expect(records.length).toBeLessThanOrEqual(position + 1)
    }

    expect(await store.read('a')).toHaveLength(20)
    await store.close()
  })

  test(`${name}: many records are appended at once`, async () => {
    const store = await open()
    const records = [start('a', 1), ...Array.from({ length: 12_000 }, (_, at) => said(`${at}`))]
    await store.append('a', 0, records)
    await store.append('a', records.length, [said('on')])

    expect(await store.read('a')).toEqual([...records, said('on')])
    await store.close()
  })

  test(`${name}: nobody can leave a gap`, async () => {
    const store = await open()
    await store.append('a', 0, [start('a', 1)])

    await expect(Promise.resolve(store.append('a', 5, [said('late')]))).rejects.toMatchObject({
      code: 'conflict',
    })
    await store.close()
  })

  test(`${name}: runs are listed, newest first, whatever they are called`, async () => {
    const store = await open()
    await store.append('../odd/Ä id', 0, [start('../odd/Ä id', 1)])
    await store.append('b', 0, [start('b', 2)])

    expect((await store.list()).map(({ runId }) => runId)).toEqual(['b', '../odd/Ä id'])
    expect(await store.read('../odd/Ä id')).toHaveLength(1)
    await store.close()
  })

  test(`${name}: a run that is not there has no records`, async () => {
    const store = await open()

    expect(await store.read('nowhere')).toEqual([])
    await store.close()
  })
}

export function start(runId: string, at: number): RunRecord {
  return {
    kind: 'start',
    version: 1,
    runId,
    agent: 'tester',
    items: [],
    instructions: 0,
    settings: {},
    given: {},
    tools: '',
    labels: [],
    at,
  }
}

export function said(text: string): RunRecord {
  return {
    kind: 'said',
    by: 'user',
    items: [{ kind: 'message', role: 'user', parts: [{ kind: 'text', text }] }],
  }
}
