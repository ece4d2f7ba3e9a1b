import {
  allow,
  askApproval,
  askInput,
  combine,
  deny,
  rehearse,
  type Ask,
  type Decision,
} from '@armorer/core'
import { createContext } from '@armorer/runtime'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { answersAsFact, keyOfAsk } from '../../src/forms/answers.js'
import { askingByForm } from '../../src/forms/asking-by-form.js'

const questions = [
  askApproval('May I?'),
  askApproval('May I?', 'rule'),
  askInput('Who?', { type: 'object' }),
  askInput('Who?', { type: 'object', properties: {} }),
]
const decision = fc
  .subarray([allow, deny('no'), rehearse('try'), ...questions])
  .map((some) => combine(...some))
const answered = fc.subarray(questions.flatMap(asksOf))

test('an answer settles the very question that was asked, and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(decision, answered, async (asked, answers) => {
      expect(await decideWith(asked, answers)).toEqual(expectedOf(asked, answers))
    }),
  )
})

test('answers that a caller brings under the same name are none', async () => {
  const ctx = createContext({ ['what a person answered']: new Map() } as object)

  expect(await askingByForm(() => askApproval('May I?'))(request, ctx)).toMatchObject({
    kind: 'ask',
  })
})

const request = {
  tool: undefined,
  input: {},
  principal: undefined,
  account: undefined,
  labels: [],
}

async function decideWith(asked: Decision, answers: readonly Ask[]): Promise<Decision> {
  const known = new Map(answers.map((ask) => [keyOfAsk(ask), { approve: true }]))
  return askingByForm(() => asked)(request, createContext(answersAsFact(known)))
}

function expectedOf(asked: Decision, answers: readonly Ask[]): Decision {
  if (asked.kind !== 'ask') return asked
  const keys = new Set(answers.map(keyOfAsk))
  const open = asked.asks.filter((ask) => !keys.has(keyOfAsk(ask)))
  return open.length > 0 ? { kind: 'ask', asks: open } : allow
}

function asksOf(question: Decision): readonly Ask[] {
  return question.kind === 'ask' ? question.asks : []
}
