import { type JsonObject } from '@armorer/core'
import { needInput, mcpRequestOf, mcpResult } from '@armorer/mcp'
import { createTool, type AnyTool } from '@armorer/runtime'
import {
  acceptedContent,
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  inputResponse,
} from '@modelcontextprotocol/server'
import { z } from 'zod'
import { text } from './samples.js'

const risk = { effects: 'none' } as const

const nameForm = {
  rule: 'user_name',
  message: 'What is your name?',
  schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
}

const sampling = (said: string, maxTokens: number) =>
  inputRequired.createMessage({
    messages: [{ role: 'user', content: text(said) }],
    maxTokens,
  })

const elicitName = () =>
  inputRequired.elicit({
    message: nameForm.message,
    requestedSchema: {
      type: 'object',
      properties: { name: { type: 'string' } },
      required: ['name'],
    },
  })

/** The tools of the official suite that ask something of the client. */
export const askingTools: readonly AnyTool[] = [
  createTool({
    name: 'test_sampling',
    description: 'Lets the client ask its model.',
    input: z.object({ prompt: z.string() }),
    risk,
    run: async ({ prompt }, ctx) => {
      const answer = await mcpRequestOf(ctx)?.mcpReq.requestSampling({
        messages: [{ role: 'user', content: text(prompt) }],
        maxTokens: 100,
      })
      return `LLM response: ${JSON.stringify(answer?.content)}`
    },
  }),
  createTool({
    name: 'test_elicitation',
    description: 'Asks who is there.',
    input: z.object({ message: z.string() }),
    risk,
    run: ({ message }, ctx) => {
      const [answer] = needInput(ctx, {
        message,
        schema: {
          type: 'object',
          properties: {
            username: { type: 'string', description: "User's response" },
            email: { type: 'string', description: "User's email address" },
          },
          required: ['username', 'email'],
        },
      })
      return `User response: ${JSON.stringify(answer)}`
    },
  }),
  createTool({
    name: 'test_elicitation_sep1034_defaults',
    description: 'Asks with defaults.',
    risk,
    run: (_input, ctx) => {
      const [answer] = needInput(ctx, {
        message: 'Please review and update the form fields with defaults',
        schema: {
          type: 'object',
          properties: {
            name: { type: 'string', default: 'John Doe' },
            age: { type: 'integer', default: 30 },
            score: { type: 'number', default: 95.5 },
            status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
            verified: { type: 'boolean', default: true },
          },
          required: [],
        },
      })
      return `Elicitation completed: action=accept, content=${JSON.stringify(answer)}`
    },
  }),
  createTool({
    name: 'test_elicitation_sep1330_enums',
    description: 'Asks with choices.',
    risk,
    run: (_input, ctx) => {
      const [answer] = needInput(ctx, {
        message: 'Please select options from the enum fields',
        schema: {
          type: 'object',
          properties: {
            untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
            titledSingle: { type: 'string', oneOf: titled('First Option', 'Second', 'Third') },
            legacyEnum: {
              type: 'string',
              enum: ['opt1', 'opt2', 'opt3'],
              enumNames: ['Option One', 'Option Two', 'Option Three'],
            },
            untitledMulti: {
              type: 'array',
              items: { type: 'string', enum: ['option1', 'option2', 'option3'] },
            },
            titledMulti: {
              type: 'array',
              items: { anyOf: titled('First Choice', 'Second Choice', 'Third Choice') },
            },
          },
          required: [],
        },
      })
      return `Elicitation completed: action=accept, content=${JSON.stringify(answer)}`
    },
  }),
  createTool({
    name: 'test_input_required_result_elicitation',
    description: 'Asks for a name, and keeps no state between.',
    risk,
    run: (_input, ctx) => {
      const responses = mcpRequestOf(ctx)?.mcpReq.inputResponses
      const answer = acceptedContent(responses, 'user_name', z.object({ name: z.string() }))
      if (answer) return `Hello, ${answer.name}!`
      return mcpResult(inputRequired({ inputRequests: { user_name: elicitName() } }))
    },
  }),
  createTool({
    name: 'test_input_required_result_request_state',
    description: 'Asks for a yes.',
    risk,
    run: (_input, ctx) => {
      needInput(ctx, confirmation('Please confirm'))
      return 'state-ok'
    },
  }),
  createTool({
    name: 'test_input_required_result_tampered_state',
    description: 'Asks for a yes that nobody else can give.',
    risk,
    run: (_input, ctx) => {
      needInput(ctx, confirmation('Please confirm'))
      return 'confirmed'
    },
  }),
  createTool({
    name: 'test_input_required_result_multi_round',
    description: 'Asks twice, one after the other.',
    risk,
    run: (_input, ctx) => {
      const [first] = needInput(ctx, {
        rule: 'step1',
        message: 'Step 1: What is your name?',
        schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
      })
      const [second] = needInput(ctx, {
        rule: 'step2',
        message: 'Step 2: What is your favorite color?',
        schema: { type: 'object', properties: { color: { type: 'string' } }, required: ['color'] },
      })
      return `${said(first, 'name')} likes ${said(second, 'color')}`
    },
  }),
  createTool({
    name: 'test_input_required_result_sampling',
    description: 'Lets the client ask its model, by its answer.',
    risk,
    run: (_input, ctx) => {
      const answer = inputResponse(mcpRequestOf(ctx)?.mcpReq.inputResponses, 'capital_question')
      if (answer.kind === 'sampling') return JSON.stringify(answer.result.content)
      const asked = sampling('What is the capital of France?', 100)
      return mcpResult(inputRequired({ inputRequests: { capital_question: asked } }))
    },
  }),
  createTool({
    name: 'test_input_required_result_list_roots',
    description: 'Asks which folders there are.',
    risk,
    run: (_input, ctx) => {
      const answer = inputResponse(mcpRequestOf(ctx)?.mcpReq.inputResponses, 'client_roots')
      if (answer.kind === 'roots') return JSON.stringify(answer.roots)
      return mcpResult(
        inputRequired({ inputRequests: { client_roots: inputRequired.listRoots() } }),
      )
    },
  }),
  createTool({
    name: 'test_input_required_result_multiple_inputs',
    description: 'Asks three things at once.',
    risk,
    run: (_input, ctx) => {
      const said = mcpRequestOf(ctx)?.mcpReq.inputResponses
      const name = acceptedContent(said, 'user_name')
      if (name) return `Hello, ${String(name['name'])}: ${JSON.stringify(said)}`
      return mcpResult(
        inputRequired({
          inputRequests: {
            user_name: elicitName(),
            greeting: sampling('Generate a greeting', 50),
            client_roots: inputRequired.listRoots(),
          },
          requestState: 'asked',
        }),
      )
    },
  }),
  createTool({
    name: 'test_input_required_result_capabilities',
    description: 'Asks only what the client can answer.',
    risk,
    run: (_input, ctx) => {
      const request = mcpRequestOf(ctx)?.mcpReq
      if (request?.inputResponses) return 'answered'
      const can = capabilitiesOf(request?.envelope)
      const inputRequests = {
        ...(can['elicitation'] !== undefined && { user_name: elicitName() }),
        ...(can['sampling'] !== undefined && { greeting: sampling('Generate a greeting', 50) }),
      }
      return mcpResult(inputRequired({ inputRequests, requestState: 'asked' }))
    },
  }),
  createTool({
    name: 'test_missing_capability',
    description: 'Cannot do without a model of the client.',
    risk,
    run: () =>
      mcpResult(
        inputRequired({ inputRequests: { greeting: sampling('Generate a greeting', 50) } }),
      ),
  }),
  createTool({
    name: 'test_streaming_elicitation',
    description: 'Tells how far it is, and then asks.',
    risk,
    run: async (_input, ctx) => {
      await ctx.dispatch({ kind: 'progress', done: 1, total: 2 })
      return `Hello, ${said(needInput(ctx, nameForm)[0], 'name')}!`
    },
  }),
]

function capabilitiesOf(envelope: object | undefined): Record<string, unknown> {
  const said: unknown = envelope && Reflect.get(envelope, CLIENT_CAPABILITIES_META_KEY)
  return Object.fromEntries(Object.entries(Object(said)))
}

function said(answer: JsonObject | undefined, field: string): string {
  const value = answer?.[field]
  return typeof value === 'string' ? value : 'nobody'
}

function confirmation(message: string) {
  return {
    rule: 'confirm',
    message,
    schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
  } as const
}

function titled(...titles: readonly string[]) {
  return titles.map((title, index) => ({ const: `value${index + 1}`, title }))
}
