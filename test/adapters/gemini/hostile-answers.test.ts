import { expect, test } from 'vitest'
import {
  createGeminiReader,
  readGeminiAnswer,
  toGeminiCalls,
  toGeminiResults,
  toGeminiTools,
} from '@armorer/adapters-gemini'
import { type ModelAnswer } from '@armorer/core'
import { weatherToolbox } from '../weather-tools.js'

const ODD = [null, undefined, 1, 'x', [], {}, { candidates: 1 }, { candidates: [null] }]

test.each(ODD.map((body) => [JSON.stringify(body), body]))(
  '%s is an empty answer',
  (_text, body) => {
    expect(readGeminiAnswer(body)).toEqual({ entries: [], text: '', calls: [], stop: 'broken' })
    const reader = createGeminiReader()
    expect(reader.push(body)).toEqual([])
    expect(reader.end()).toEqual({ entries: [], text: '', calls: [], stop: 'broken' })
  },
)

const call = (rest: object = {}) => ({
  functionCall: { id: 'a', name: 'get_weather', args: { city: 'Vienna' }, ...rest },
})
const chunk = (parts: readonly object[], finishReason?: string) => ({
  candidates: [
    { content: { role: 'model', parts }, ...(finishReason !== undefined && { finishReason }) },
  ],
})

test.each([
  ['an unknown tool', [chunk([call({ name: 'rm_rf' })], 'STOP')], 'toolbox.unknown_tool'],
  ['a stream that breaks off', [chunk([call()])], 'toolbox.broken_call'],
  ['a call after the end', [chunk([], 'STOP'), chunk([call()])], 'toolbox.broken_call'],
  ['an answer that was blocked', [chunk([call()], 'SAFETY')], 'toolbox.broken_call'],
  ['an end by length', [chunk([call()], 'MAX_TOKENS')], 'toolbox.broken_call'],
  [
    'a call that Gemini calls malformed',
    [chunk([call()], 'MALFORMED_FUNCTION_CALL')],
    'toolbox.broken_call',
  ],
  ['a reason that nobody knows', [chunk([call()], 'NEW_REASON')], 'toolbox.broken_call'],
  ['arguments that go on', [chunk([call({ willContinue: true })], 'STOP')], 'toolbox.broken_call'],
  [
    'arguments of 10 MB',
    [chunk([call({ args: { city: 'x'.repeat(10_000_000) } })], 'STOP')],
    'toolbox.arguments_too_long',
  ],
  [
    'arguments that are no object',
    [chunk([call({ args: 'Vienna' })], 'STOP')],
    'toolbox.invalid_input',
  ],
  [
    'half of a character',
    [chunk([call({ args: { city: '\ud83d' } })], 'STOP')],
    'toolbox.damaged_text',
  ],
])('%s is refused, and nothing runs', async (_what, events, code) => {
  const reader = createGeminiReader()
  for (const event of events) reader.push(event)
  const { outcomes, ran, messages } = await play(reader.end())
  expect(outcomes).toMatchObject([{ kind: 'failed', error: { code } }])
  expect(messages).toMatchObject([
    { parts: [{ functionResponse: { id: 'a', response: { error: {} } } }] },
  ])
  expect(ran).toEqual([])
})

test('calls without ids are told apart by their places, and none is sent back', async () => {
  const one = (city: string) => ({ functionCall: { name: 'get_weather', args: { city } } })
  const { ran, messages } = await play(
    readGeminiAnswer(chunk([one('Vienna'), one('Graz')], 'STOP')),
  )
  expect(ran).toEqual(['get_weather Vienna none', 'get_weather Graz none'])
  expect(messages[0]?.parts.map(({ functionResponse }) => functionResponse)).toEqual([
    { name: 'get_weather', response: { output: { city: 'Vienna', degrees: 21 } } },
    { name: 'get_weather', response: { output: { city: 'Graz', degrees: 21 } } },
  ])
})

test('two calls with one id are refused, and each is answered', async () => {
  const { ran, messages } = await play(readGeminiAnswer(chunk([call(), call()], 'STOP')))
  expect(ran).toEqual([])
  expect(messages[0]?.parts).toHaveLength(2)
})

test('a question that was blocked is a refusal', () => {
  expect(readGeminiAnswer({ promptFeedback: { blockReason: 'SAFETY' } })).toMatchObject({
    stop: 'refused',
  })
})

async function play(answer: ModelAnswer) {
  const { toolbox, ran } = weatherToolbox()
  const received = toGeminiCalls(answer, toGeminiTools(toolbox))
  const outcomes = [...(await toolbox.execute(received.calls)), ...received.refused]
  return { outcomes, ran, messages: toGeminiResults(received, outcomes).messages }
}
