import { spawnSync } from 'node:child_process'
import { deny } from '@armorer/core'
import {
  approval,
  cache,
  createTool,
  createToolbox,
  retry,
  timeout,
  truncateOutput,
  type ToolEvent,
} from '@armorer/runtime'
import { scriptedTool } from '@armorer/runtime/testing'
import { expect, test } from 'vitest'
import { z } from 'zod'

/** What has gone wrong in libraries of tools when calls are made, and does not here. */
const read = { description: 'Reads.', risk: { effects: 'read' } } as const

test('outside of tests a toolbox is asked and searched as in them', () => {
  const program = `
    const { createTool, createToolbox, createSearchTool } = await import('@armorer/runtime')
    const { queryTools } = await import('armorer/query')
    const look = createTool({ name: 'look', description: 'Looks at the weather.', risk: { effects: 'read' }, run: () => 1 })
    const toolbox = createToolbox([look])
    toolbox.register(createSearchTool(toolbox))
    const found = await toolbox.execute({ name: 'search_tools', arguments: { query: 'weather' } })
    console.log(JSON.stringify([queryTools(toolbox, { text: 'weather' }).length, found.kind, found.value.tools.length]))`
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['--conditions=@armorer/source', '--import', 'tsx', '--input-type=module', '-e', program],
    { encoding: 'utf8', env: { PATH: process.env['PATH'] } },
  )

  expect(stdout.trim(), stderr).toBe('[1,"done",1]')
})

test('a tool goes through its checks once, in a toolbox too, and keeps its layers and its caller', async () => {
  const seen = { asked: 0, checked: 0 }
  const heard: unknown[] = []
  const tool = createTool({
    ...read,
    name: 'tell',
    input: z.object({ n: z.number() }).refine(() => (seen.checked += 1) > 0),
    run: (_input, { principal, signal }) => {
      heard.push(principal?.id, signal.aborted)
      return 'x'.repeat(5_000)
    },
  })
    .layer(
      approval(() => {
        seen.asked += 1
        return { kind: 'allow' }
      }),
    )
    .layer(truncateOutput({ maxBytes: 100 }))
  const controller = new AbortController()

  const result = await createToolbox([tool]).execute(
    { name: 'tell', arguments: { n: 1 } },
    { principal: { kind: 'agent', id: 'helper' }, signal: controller.signal },
  )

  expect(result.kind).toBe('done')
  expect(JSON.stringify(result).length).toBeLessThan(1_000)
  expect(seen).toEqual({ asked: 1, checked: 1 })
  expect(heard).toEqual(['helper', false])
})

test('events of calls that run at once are told apart', async () => {
  const events: string[] = []
  const tool = createTool({
    ...read,
    name: 'tell',
    run: async (_input, { dispatch }) => {
      void dispatch({ kind: 'begun' })
      await Promise.resolve()
      void dispatch({ kind: 'ended' })
    },
  })
  const onEvent = ({ kind }: ToolEvent, { id }: { id: string }) => events.push(`${id} ${kind}`)

  await createToolbox([tool]).execute(
    ['a', 'b'].map((id) => ({ id, name: 'tell' })),
    { onEvent },
  )

  expect(events.toSorted()).toEqual(['a begun', 'a ended', 'b begun', 'b ended'])
})

test('a cache tells arguments apart at any depth', async () => {
  let ran = 0
  const tool = createTool({
    ...read,
    name: 'find',
    input: z.object({ filter: z.object({ tags: z.array(z.object({ name: z.string() })) }) }),
    run: ({ filter }) => {
      ran += 1
      return filter.tags[0]?.name
    },
  }).layer(cache({ ttlMs: 60_000 }))
  const find = (name: string) => tool({ filter: { tags: [{ name }] } })

  expect([await find('a'), await find('b'), await find('a')]).toEqual(['a', 'b', 'a'])
  expect(ran).toBe(2)
})

test('a double for tests remembers what it was called with, wherever it runs', async () => {
  const tool = scriptedTool('double', ['one', 'two'])
  const toolbox = createToolbox([tool])

  await toolbox.execute({ name: 'double', arguments: { n: 1 } })
  await toolbox.execute({ name: 'double', arguments: { n: 2 } })

  expect(tool.inputs).toEqual([{ n: 1 }, { n: 2 }])
})

test('arguments that look like a call are arguments', async () => {
  const tool = createTool({
    ...read,
    name: 'odd',
    input: z.object({ id: z.string(), name: z.string(), arguments: z.string() }),
    run: (input) => input,
  })
  const args = { id: 'a', name: 'odd', arguments: 'b' }

  expect(await tool(args)).toEqual(args)
  expect(
    await createToolbox([tool]).execute({ id: '1', name: 'odd', arguments: args }),
  ).toMatchObject({ kind: 'done', value: args })
})

test('work that has run out of time is told so, though its caller has no signal', async () => {
  let told: AbortSignal | undefined
  const tool = createTool({
    ...read,
    name: 'slow',
    run: (_input, { signal }) => {
      told = signal
      return new Promise(() => {})
    },
  }).layer(timeout(5))

  const result = await tool.execute({})

  expect(result).toMatchObject({ kind: 'failed', error: { category: 'timeout' } })
  expect(told?.aborted).toBe(true)
})

test('in a row that ends with the first failure nothing runs after it', async () => {
  const ran: string[] = []
  const step = (name: string, run: () => unknown) =>
    createTool({
      ...read,
      name,
      run: () => {
        ran.push(name)
        return run()
      },
    })
  const down = () => {
    throw new Error('down')
  }
  const toolbox = createToolbox([step('a', () => 1), step('b', down), step('c', () => 1)])

  const results = await toolbox.execute(
    ['a', 'b', 'c'].map((name) => ({ name })),
    { mode: 'sequential', errorMode: 'failFast' },
  )

  expect(ran).toEqual(['a', 'b'])
  expect(results.map(({ kind }) => kind === 'done')).toEqual([true, false, false])
})

test('what was denied is not tried again, nor what the caller got wrong', async () => {
  let asked = 0
  let ran = 0
  const again = retry({ times: 3, delayMs: () => 0 })
  const denied = createTool({ ...read, name: 'denied', run: () => 1 })
    .layer(
      approval(() => {
        asked += 1
        return deny('no')
      }),
    )
    .layer(again)
  const wrong = createTool({
    ...read,
    name: 'wrong',
    run: () => {
      ran += 1
      throw new Error('timeout: no such account')
    },
  }).layer(again)

  expect((await denied.execute({})).kind).toBe('denied')
  expect((await wrong.execute({})).kind).toBe('failed')
  expect({ asked, ran }).toEqual({ asked: 1, ran: 1 })
})

test('a write that may not be repeated takes no layer that repeats it', () => {
  const post = createTool({
    name: 'post',
    description: 'Posts.',
    risk: { effects: 'write' },
    run: () => 1,
  })

  // @ts-expect-error -- it does not compile, and does not run where nobody compiles.
  expect(() => post.layer(retry())).toThrow(/idempotent|repeat|twice/)
})
