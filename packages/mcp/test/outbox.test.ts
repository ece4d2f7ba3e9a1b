import { setImmediate as turn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createOutbox } from '../src/outbox.js'

test('what is said in one turn is written at once, in its order', async () => {
  const { output, written } = slowly()
  const outbox = createOutbox(output)

  await Promise.all(
    [1, 2, 3].map(async (number) => outbox.add(`${await Promise.resolve(number)}\n`)),
  )
  expect(written).toEqual([])
  await turn()
  void outbox.add('4\n')
  await turn()

  expect(written).toEqual(['1\n2\n3\n', '4\n'])
})

test('what is long is not kept until the end of the turn', () => {
  const { output, written } = slowly()

  void createOutbox(output).add('x'.repeat(70_000))

  expect(written.join('')).toHaveLength(70_000)
})

test('what was said before the end is written, once', async () => {
  const { output, written } = slowly()
  const outbox = createOutbox(output)

  void outbox.add('last\n')
  outbox.close()
  await turn()

  expect(written).toEqual(['last\n'])
})

test('whoever writes to a full stream waits until it is drained, or closed', async () => {
  const { output, drain } = slowly({ isFull: true })
  const outbox = createOutbox(output)
  const settled: string[] = []
  const add = (text: string) => void outbox.add(text).then(() => settled.push(text))

  add('first')
  await turn()
  add('second')
  await turn()
  expect(settled).toEqual(['first'])

  drain()
  await turn()
  expect(settled).toEqual(['first', 'second'])

  add('third')
  await turn()
  add('fourth')
  outbox.close()
  await turn()
  expect(settled).toEqual(['first', 'second', 'third', 'fourth'])
})

/** A stream that takes no more where it is full, until it is drained. */
function slowly({ isFull = false } = {}) {
  const written: string[] = []
  let drain = () => {}
  const output = {
    write: (text: string) => !isFull && written.push(text) > 0,
    on: () => {},
    once(_event: 'drain', listener: () => void) {
      drain = listener
    },
  }
  return { output, written, drain: () => drain() }
}
