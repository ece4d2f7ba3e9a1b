import { createTool, type AnyTool } from '@armorer/runtime'
import { mcpRequestOf, mcpResult } from '@armorer/mcp'
import { createJsonSchemaValidator } from '@armorer/mcp/json-schema'
import { z } from 'zod'
import { PNG, text, wait, WAV } from './samples.js'

const risk = { effects: 'none' } as const
const jsonSchemaValidator = createJsonSchemaValidator()

const picture = { type: 'image' as const, data: PNG, mimeType: 'image/png' }

/** The tools that the official suite calls by name, but those that ask something of the client. */
export const tools: readonly AnyTool[] = [
  createTool({
    name: 'test_simple_text',
    description: 'Says a sentence.',
    risk,
    run: () => 'This is a simple text response for testing.',
  }),
  createTool({
    name: 'test_image_content',
    description: 'Shows a picture.',
    risk,
    run: () => mcpResult({ content: [picture] }),
  }),
  createTool({
    name: 'test_audio_content',
    description: 'Plays a sound.',
    risk,
    run: () => mcpResult({ content: [{ type: 'audio', data: WAV, mimeType: 'audio/wav' }] }),
  }),
  createTool({
    name: 'test_embedded_resource',
    description: 'Gives a resource.',
    risk,
    run: () =>
      mcpResult({
        content: [
          {
            type: 'resource',
            resource: {
              uri: 'test://embedded-resource',
              mimeType: 'text/plain',
              text: 'This is an embedded resource content.',
            },
          },
        ],
      }),
  }),
  createTool({
    name: 'test_multiple_content_types',
    description: 'Gives a text, a picture and a resource.',
    risk,
    run: () =>
      mcpResult({
        content: [
          text('Multiple content types test:'),
          picture,
          {
            type: 'resource',
            resource: {
              uri: 'test://mixed-content-resource',
              mimeType: 'application/json',
              text: '{"test":"data","value":123}',
            },
          },
        ],
      }),
  }),
  createTool({
    name: 'test_tool_with_logging',
    description: 'Logs three lines.',
    risk,
    run: async (_input, ctx) => {
      const request = mcpRequestOf(ctx)
      await request?.mcpReq.log('info', 'Tool execution started')
      await wait(50)
      await request?.mcpReq.log('info', 'Tool processing data')
      await wait(50)
      await request?.mcpReq.log('info', 'Tool execution completed')
      return 'logged'
    },
  }),
  createTool({
    name: 'test_logging_tool',
    description: 'Logs a line.',
    risk,
    run: async (_input, ctx) => {
      await mcpRequestOf(ctx)?.mcpReq.log('info', 'logged')
      return 'logged'
    },
  }),
  createTool({
    name: 'test_error_handling',
    description: 'Fails.',
    risk,
    run: () => {
      throw new Error('This tool intentionally returns an error for testing')
    },
  }),
  createTool({
    name: 'test_tool_with_progress',
    description: 'Tells how far it is.',
    risk,
    run: async (_input, ctx) => {
      for (const done of [0, 50, 100]) {
        await ctx.dispatch({ kind: 'progress', done, total: 100 })
        await wait(50)
      }
      return 'done'
    },
  }),
  createTool({
    name: 'test_reconnection',
    description: 'Closes its stream, and answers on the next one.',
    risk,
    run: async (_input, ctx) => {
      mcpRequestOf(ctx)?.http?.closeSSE?.()
      await wait(100)
      return 'reconnected'
    },
  }),
  createTool({
    name: 'json_schema_2020_12_tool',
    description: 'Has a schema with words of the draft 2020-12.',
    input: {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      $defs: {
        address: {
          $anchor: 'addressDef',
          type: 'object',
          properties: { street: { type: 'string' }, city: { type: 'string' } },
        },
      },
      properties: {
        name: { type: 'string' },
        address: { $ref: '#/$defs/address' },
        contactMethod: { type: 'string', enum: ['phone', 'email'] },
        phone: { type: 'string' },
        email: { type: 'string' },
      },
      allOf: [{ anyOf: [{ required: ['phone'] }, { required: ['email'] }] }],
      if: { properties: { contactMethod: { const: 'phone' } }, required: ['contactMethod'] },
      then: { required: ['phone'] },
      else: { required: ['email'] },
      additionalProperties: false,
    },
    jsonSchemaValidator,
    risk,
    run: (input) => JSON.stringify(input),
  }),
  createTool({
    name: 'test_custom_headers',
    description: 'Takes parameters that travel in headers too.',
    input: {
      type: 'object',
      properties: {
        region: { type: 'string', 'x-mcp-header': 'Region' },
        priority: { type: 'number', 'x-mcp-header': 'Priority' },
        verbose: { type: 'boolean', 'x-mcp-header': 'Verbose' },
      },
    },
    jsonSchemaValidator,
    risk,
    run: (input) => JSON.stringify(input),
  }),
  createTool({
    name: 'add',
    description: 'Adds two numbers.',
    input: z.object({ a: z.number(), b: z.number() }),
    output: z.object({ sum: z.number() }),
    risk,
    run: ({ a, b }) => ({ sum: a + b }),
  }),
]
