import { toStandardJsonSchema } from '@valibot/to-json-schema'
import { type } from 'arktype'
import * as v from 'valibot'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'
import {
  defineTool,
  type EffectKind,
  type JsonValue,
  type RiskSpec,
  type ToolDefinition,
  type ToolRisk,
} from '@armorer/core'

const post = defineTool({
  name: 'post_tweet',
  description: 'Publish one post.',
  input: z.object({
    text: z.string().transform((text) => text.length),
    at: z.string().default('now'),
  }),
  output: z.object({ id: z.string() }),
  risk: { effects: 'write', idempotent: true },
  inputExamples: [{ text: 'gm' }],
})
expectTypeOf(post).toExtend<
  ToolDefinition<
    { text: string; at?: string | undefined },
    { text: number; at: string },
    { id: string },
    ToolRisk<'write', true>,
    'post_tweet'
  >
>()
expectTypeOf(post).toExtend<ToolDefinition>()

const look = defineTool({ name: 'look', description: 'Looks.', risk: { effects: 'read' } })
expectTypeOf(look.risk).toEqualTypeOf<ToolRisk<'read', true>>()

const mystery = defineTool({ name: 'mystery', description: 'Nobody knows.' })
expectTypeOf(mystery.risk).toEqualTypeOf<ToolRisk<'unknown', false>>()

const ark = defineTool({ name: 'a', description: 'A.', input: type({ city: 'string' }) })
expectTypeOf(ark).toExtend<ToolDefinition<{ city: string }, { city: string }>>()

const valibot = defineTool({
  name: 'b',
  description: 'B.',
  input: toStandardJsonSchema(v.object({ city: v.string() })),
})
expectTypeOf(valibot).toExtend<ToolDefinition<{ city: string }, { city: string }>>()

defineTool({
  name: 'c',
  description: 'C.',
  input: z.object({ n: z.number() }),
  // @ts-expect-error an example must fit the input
  inputExamples: [{ n: 'one' }],
})

// @ts-expect-error a mute schema cannot be told to a model
defineTool({ name: 'd', description: 'D.', input: v.object({}) })

// @ts-expect-error there is no such effect
defineTool({ name: 'e', description: 'E.', risk: { effects: 'delete' } })

declare const anyRisk: RiskSpec
expectTypeOf(
  defineTool({ name: 'f', description: 'F.', risk: anyRisk }).risk.effects,
).toEqualTypeOf<EffectKind>()

declare const fromElsewhere: { [keyword: string]: unknown }
const plain = defineTool({
  name: 'g',
  description: 'G.',
  input: fromElsewhere,
  output: { type: 'array' },
})
expectTypeOf(plain).toExtend<
  ToolDefinition<{ readonly [key: string]: JsonValue }, { readonly [key: string]: JsonValue }>
>()
