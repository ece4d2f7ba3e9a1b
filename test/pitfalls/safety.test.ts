import { allow, askApproval, hasRisk, isDeprecated } from '@armorer/core'
import { annotationsOf, toAnswer } from '@armorer/mcp'
import {
  approval,
  bind,
  createTool,
  createToolbox,
  parallel,
  pipe,
  postprocess,
  preprocess,
  retry,
  timeout,
  when,
  type Approver,
} from '@armorer/runtime'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { queryTools } from 'armorer/query'

/** What has gone wrong in libraries of tools, and does not here. The worst of it: something runs that nobody has allowed. */
const text = z.object({ text: z.string() })
const spec = { name: 'whole', description: 'A whole.' }

function posting() {
  const posted: string[] = []
  const post = createTool({
    name: 'post',
    description: 'Posts a text.',
    input: text,
    risk: { effects: 'write' },
    run: (input) => {
      posted.push(input.text)
      return input
    },
  })
  return { post, posted }
}

const look = createTool({
  name: 'look',
  description: 'Looks at a text.',
  input: text,
  risk: { effects: 'read' },
  run: (input) => input,
})

const asking: Approver = () => askApproval('a person decides')

describe('what a person has to decide', () => {
  test('waits, in a toolbox that lets everything else through, and has no result', async () => {
    const { post, posted } = posting()
    const toolbox = createToolbox([post.layer(approval(asking))])

    const result = await toolbox.execute({ name: 'post', arguments: { text: 'hi' } })

    expect(result).toMatchObject({ kind: 'pending' })
    expect(result).not.toHaveProperty('value')
    expect(posted).toEqual([])
  })

  test('waits though someone else allows it, in whichever order they are asked', async () => {
    const { post, posted } = posting()
    const yes: Approver = () => allow
    const tools = [
      post.layer(approval(asking)).layer(approval(yes)),
      post.layer(approval(yes)).layer(approval(asking)),
    ]

    for (const tool of tools) {
      const result = await createToolbox([tool]).execute({ name: 'post', arguments: { text: '' } })
      expect(result.kind).toBe('pending')
    }
    expect(posted).toEqual([])
  })

  test('is thrown to whoever calls the tool itself, and never an empty success', async () => {
    const { post, posted } = posting()
    const waiting = post.layer(approval(asking))
    const reading = look.layer(approval(asking)).layer(retry({ times: 2, delayMs: () => 0 }))
    const piped = pipe(spec, look, waiting)

    for (const tool of [waiting, reading, piped]) {
      await expect(tool({ text: 'hi' })).rejects.toThrow('a person decides')
    }
    expect(posted).toEqual([])
  })

  test('is an error to an MCP client, which says that it waits', async () => {
    const { post } = posting()
    const result = await post.layer(approval(asking)).execute({ arguments: { text: 'hi' } })

    const answer = toAnswer(result)

    expect(answer.isError).toBe(true)
    expect(JSON.stringify(answer)).toContain('pending')
  })
})

test('a toolbox that only reads runs no write, in whatever it is wrapped', async () => {
  const { post, posted } = posting()
  const both = { ...spec, input: text }
  const wholes = [
    post,
    post.layer(timeout(1_000)),
    pipe(spec, look, post),
    parallel(both, look, post),
    when({ ...both, test: () => false }, post, look),
    bind(post, {}, spec),
    preprocess(post, { ...both, map: (input) => input }),
    postprocess(post, { ...spec, map: (output) => output }),
  ]

  for (const whole of wholes) {
    const toolbox = createToolbox([whole], { readOnly: true })
    const result = await toolbox.execute({ name: whole.name, arguments: { text: 'hi' } })
    expect(result).toMatchObject({ kind: 'denied' })
  }
  expect(posted).toEqual([])
})

test('risk and lifecycle of a tool can be read, asked for, and are heard of when it runs', async () => {
  const { post } = posting()
  const old = createTool({
    name: 'old',
    description: 'Is old.',
    risk: { effects: 'read', systemAccess: true },
    lifecycle: { deprecated: true },
    run: () => 'ran',
  })
  const warnings: string[] = []
  const toolbox = createToolbox([post, old], { onWarning: ({ kind }) => warnings.push(kind) })
  const named = (tools: ReadonlyArray<{ identity: { name: string } }>) =>
    tools.map(({ identity }) => identity.name)

  expect(old.definition).toMatchObject({
    risk: { effects: 'read', systemAccess: true },
    lifecycle: { deprecated: true },
  })
  expect(named(toolbox.list().filter(hasRisk({ effects: 'write' })))).toEqual(['post'])
  expect(named(toolbox.list().filter(isDeprecated()))).toEqual(['old'])
  expect(named(queryTools(toolbox, { risk: { effects: 'read' } }))).toEqual(['old'])
  expect(named(queryTools(toolbox, { deprecated: true }))).toEqual(['old'])
  await toolbox.execute({ name: 'old' })
  expect(warnings).toEqual(['deprecated'])
})

test('what destroys is said to, and what can be repeated too', () => {
  const hints = (risk: Parameters<typeof createTool>[0]['risk']) =>
    annotationsOf(createTool({ ...spec, ...(risk && { risk }), run: () => 1 }).definition.risk)

  expect(hints({ effects: 'write' })).toMatchObject({
    destructiveHint: true,
    readOnlyHint: false,
    idempotentHint: false,
  })
  expect(hints({ effects: 'write', idempotent: true })).toMatchObject({ idempotentHint: true })
  expect(hints({ effects: 'read' })).toMatchObject({ destructiveHint: false, readOnlyHint: true })
  expect(hints(undefined)).toMatchObject({ destructiveHint: true, readOnlyHint: false })
})
