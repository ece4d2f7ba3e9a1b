import { CompiledQuery } from 'kysely'
import { expect, test } from 'vitest'
import { type Question } from '../../src/postgres/question.js'
import { replay, Strayed } from '../../src/postgres/replay.js'
import { type Transaction } from '../../src/scripts/transaction.js'

const ONE = CompiledQuery.raw('one')
const TWO = CompiledQuery.raw('two')

test('a script gets the answers in its own order, each asked for once', async () => {
  const asked: string[] = []
  const value = await replay(
    (tx) => [...tx.rows(ONE), ...tx.rows(TWO)],
    async (question) => {
      asked.push(sqlOf(question))
      return { rows: [asked.length], count: 1, command: 'SELECT' }
    },
  )

  expect(value).toEqual([1, 2])
  expect(asked).toEqual(['one', 'two'])
})

test('what a script throws by itself is thrown', async () => {
  const script = (tx: Transaction) => {
    tx.rows(ONE)
    throw new RangeError('no')
  }

  await expect(replay(script, answer)).rejects.toThrow(new RangeError('no'))
})

test('a script that catches everything cannot go on without an answer', async () => {
  const script = (tx: Transaction): unknown => {
    try {
      return tx.rows(ONE)
    } catch {
      return 'nothing'
    }
  }

  expect(await replay(script, answer)).toEqual(['row'])
})

test('a script that goes another way the second time is found out', async () => {
  let runs = 0
  const script = (tx: Transaction) => (runs++ === 0 ? tx.rows(ONE) : tx.rows(TWO))

  await expect(replay(script, answer)).rejects.toBeInstanceOf(Strayed)
})

test('a script that stops asking what it asked before is found out', async () => {
  let runs = 0
  const script = (tx: Transaction) => (runs++ === 0 ? tx.rows(ONE) : [])

  await expect(replay(script, answer)).rejects.toBeInstanceOf(Strayed)
})

async function answer() {
  return { rows: ['row'], count: 1, command: 'SELECT' }
}

function sqlOf(question: Question): string {
  return question.kind === 'query' ? question.query.sql : ''
}
