import { expect, test } from 'vitest'
import {
  createScoreboard,
  takeAll,
  takeBest,
  type Scoreboard,
} from '../../src/search/scoreboard.js'

test('the best are taken, at most as many as asked for', () => {
  const board = boardOf([0.5, 0.1, 0.9, 0.5, 0.7])
  expect(takeBest(board, 3, (tool, other) => tool > other)).toEqual([
    { tool: 2, score: 0.9 },
    { tool: 4, score: 0.7 },
    { tool: 3, score: 0.5 },
  ])
})

test('a board is empty after it was taken from', () => {
  for (const take of [takeAll, (board: Scoreboard) => takeBest(board, 1, () => false)]) {
    const board = boardOf([0.5, 0.1])
    take(board)
    expect(board.count).toBe(0)
    expect([...board.scores]).toEqual([0, 0])
  }
})

function boardOf(scores: readonly number[]): Scoreboard {
  const board = createScoreboard(scores.length)
  board.scores.set(scores)
  board.listed.set([...scores.keys()])
  board.count = scores.length
  return board
}
