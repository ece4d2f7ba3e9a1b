import { type ToolContext } from '@armorer/core'
import { expectTypeOf } from 'vitest'
import { z } from 'zod'
import {
  applyPolicy,
  approval,
  concurrency,
  createTool,
  createToolbox,
  layerStack,
  retry,
  tap,
  timeout,
  type AnyTool,
  type CallContext,
  type RuntimeToolContext,
  type ToolResult,
} from '@armorer/runtime'

const read = createTool({
  name: 'weather',
  description: 'The weather.',
  input: z.object({ city: z.string(), days: z.string().transform(Number).default(1) }),
  risk: { effects: 'read' },
  run: ({ city, days }, ctx) => {
    expectTypeOf(days).toEqualTypeOf<number>()
    expectTypeOf(ctx).toEqualTypeOf<RuntimeToolContext>()
    return { city, days }
  },
})
expectTypeOf(read).parameter(0).toEqualTypeOf<{ city: string; days?: string | undefined }>()
expectTypeOf(read).returns.resolves.toEqualTypeOf<{ city: string; days: number }>()
expectTypeOf(read.effects).toEqualTypeOf<'read'>()
expectTypeOf(read.execute({})).resolves.toEqualTypeOf<ToolResult<{ city: string; days: number }>>()

const write = createTool({
  name: 'post',
  description: 'Posts.',
  output: z.object({ id: z.string() }),
  risk: { effects: 'write' },
  run: () => ({ id: '1' }),
})
const set = createTool({
  name: 'set',
  description: 'Sets.',
  risk: { effects: 'write', idempotent: true },
  run: () => 1,
})
const silent = createTool({ name: 'silent', description: 'Silent.', run: () => 1 })
expectTypeOf(write.effects).toEqualTypeOf<'write'>()
expectTypeOf(set.effects).toEqualTypeOf<'idempotent'>()
expectTypeOf(silent.effects).toEqualTypeOf<'write'>()

read.layer(timeout(5)).layer(retry()).layer(concurrency(2)).layer(tap())
set.layer(retry())
write.layer(timeout(5)).layer(concurrency(2))
// @ts-expect-error this write is not idempotent
write.layer(retry())
// @ts-expect-error nor is it behind another layer
write.layer(timeout(5)).layer(retry())
// @ts-expect-error what says nothing of itself counts as a write
silent.layer(retry())
// @ts-expect-error an approval needs someone who approves
write.layer(approval())

expectTypeOf(read).toExtend<AnyTool>()
expectTypeOf(write).toExtend<AnyTool>()

const toolbox = createToolbox([read, write])
expectTypeOf(toolbox.execute({ name: 'post', arguments: {} })).resolves.toEqualTypeOf<
  ToolResult<{ id: string }>
>()
expectTypeOf(
  toolbox.execute({ name: 'weather', arguments: { city: 'Graz' } }),
).resolves.toEqualTypeOf<ToolResult<{ city: string; days: number }>>()
expectTypeOf(toolbox.execute([{ name: 'anything' }])).resolves.toEqualTypeOf<
  readonly ToolResult[]
>()

expectTypeOf<RuntimeToolContext>().toExtend<CallContext>()
expectTypeOf<CallContext>().toExtend<ToolContext>()
expectTypeOf<RuntimeToolContext>().toHaveProperty('permit')
expectTypeOf<ToolContext>().not.toHaveProperty('permit')

// Layers as one, and around many: the types of the tools stay as they are.
const stacked = read.layer(layerStack(timeout(5), retry(), tap()))
expectTypeOf(stacked).returns.resolves.toEqualTypeOf<{ city: string; days: number }>()
const [first, second] = applyPolicy([read, write], timeout(5))
expectTypeOf(first).toEqualTypeOf(read)
expectTypeOf(second).toEqualTypeOf(write)
applyPolicy([read, set], retry())
// @ts-expect-error among them is a write that is not idempotent
applyPolicy([read, write], retry())
// @ts-expect-error a stack that repeats does not fit around it
write.layer(layerStack(timeout(5), retry()))

// A handler returns what its output schema takes.
createTool({
  name: 'x',
  description: 'X.',
  output: z.object({ id: z.string() }),
  // @ts-expect-error an id is text
  run: () => ({ id: 7 }),
})

declare const maybe: AbortSignal | undefined
void read({ city: 'Graz' }, { signal: maybe })
