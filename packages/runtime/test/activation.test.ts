import { type ToolDefinition } from '@armorer/core'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { activeToolbox } from '../src/active-toolbox.js'
import { createActivation } from '../src/activation.js'
import { createTool } from '../src/create-tool.js'
import { createToolbox } from '../src/runner.js'
import { createSearchTool, type FoundTools } from '../src/search-tool.js'

test('only what is active is listed and runs, and the list grows at its end', async () => {
  const toolbox = createToolbox(tools())
  const activation = createActivation({ ids: ['mail:send_mail'] })
  const view = activeToolbox(toolbox, activation)
  expect(await view.execute({ name: 'find_file', arguments: { text: 'x' } })).toMatchObject({
    kind: 'denied',
    rule: 'not-active',
    error: { code: 'toolbox.not_active' },
  })
  const before = idsOf(view.list())
  activation.add('files:find_file')
  activation.add('mail:send_mail')
  expect(idsOf(view.list())).toEqual([...before, 'files:find_file'])
  expect(await view.execute({ name: 'find_file', arguments: { text: 'x' } })).toMatchObject({
    kind: 'done',
    value: 'find_file x',
  })
})

test('an alias, a full id or a batch is no way around it', async () => {
  const toolbox = createToolbox(tools())
  const [tool] = tools()
  toolbox.register(tool, { aliases: ['alias'], override: true })
  const view = activeToolbox(toolbox, createActivation({ ids: ['files:find_file'] }))
  const names = ['send_mail', 'mail:send_mail', 'alias', 'find_file', 'nothing']
  const results = await view.execute(names.map((name) => ({ name, arguments: { text: '' } })))
  expect(results.map(({ kind }) => kind)).toEqual(['denied', 'denied', 'denied', 'done', 'failed'])
})

test('the gates of the toolbox and of the caller hold too', async () => {
  const toolbox = createToolbox(tools(), { readOnly: true })
  const view = activeToolbox(
    toolbox,
    createActivation({ ids: ['mail:send_mail', 'files:find_file'] }),
  )
  expect(await view.execute({ name: 'send_mail', arguments: { text: '' } })).toMatchObject({
    rule: 'read-only',
  })
  expect(idsOf(view.list())).toEqual(['files:find_file'])
  const closed = createActivation().gate
  expect(
    await view.execute({ name: 'find_file', arguments: { text: '' } }, { gate: closed }),
  ).toMatchObject({ kind: 'denied' })
})

test('found tools can be called in later steps, and not in the same one', async () => {
  const { view, activation } = searchable()
  const found = { name: 'find_file', arguments: { text: 'x' } }
  const results = await view.execute([
    { name: 'search_tools', arguments: { query: 'find a file' } },
    found,
  ])
  expect(results.map(({ kind }) => kind)).toEqual(['done', 'denied'])
  expect(await view.execute(found)).toMatchObject({ kind: 'done' })
  expect(activation.ids).toEqual(['default:search_tools', 'files:find_file'])
})

test('what was active is so again after a restart', async () => {
  const { view, activation } = searchable()
  await view.execute({ name: 'search_tools', arguments: { query: 'find a file' } })
  const saved = JSON.stringify(activation)
  const again = activeToolbox(searchable().toolbox, createActivation({ ids: JSON.parse(saved) }))
  expect(idsOf(again.list())).toEqual(['default:search_tools', 'files:find_file'])
  expect(await again.execute({ name: 'find_file', arguments: { text: 'x' } })).toMatchObject({
    kind: 'done',
  })
})

test('runs are apart, also with one search tool for all of them', async () => {
  const toolbox = createToolbox(tools())
  const runs = new Map(['one', 'two'].map((run) => [run, createActivation()]))
  const search = createSearchTool(toolbox, { activation: ({ runId }) => runs.get(runId ?? '') })
  await search({ query: 'find a file' }, { runId: 'one' })
  expect(runs.get('one')?.ids).toEqual(['files:find_file'])
  expect(runs.get('two')?.ids).toEqual([])
  const { tools: unknownRun } = await search({ query: 'find a file' })
  expect(unknownRun).toMatchObject([{ active: false }])
})

test('a search finds what may run there, says what it is, and abstains where nothing fits', async () => {
  const toolbox = createToolbox(tools(), { readOnly: true })
  const search = createSearchTool(toolbox)
  expect(await search({ query: 'find a file' })).toEqual({
    tools: [
      {
        id: 'files:find_file',
        name: 'find_file',
        description: 'Finds a file by its name.',
        score: expect.closeTo(1, 0) as number,
        effects: 'read',
        requiresApproval: false,
        active: false,
        input: expect.objectContaining({ required: ['text'] }) as object,
      },
    ],
  })
  for (const query of ['send mail to someone', 'bake a cake', '']) {
    expect(await search({ query })).toEqual({ tools: [], note: expect.any(String) as string })
  }
})

test('neither deprecated tools nor the search tool itself are found', async () => {
  const toolbox = createToolbox(tools())
  const search = createSearchTool(toolbox)
  toolbox.register(search)
  expect(namesOf(await search({ query: 'old file finder' }))).not.toContain('find_file_old')
  expect(namesOf(await search({ query: 'find tools by what they do' }))).not.toContain(
    'search_tools',
  )
})

test('a namespace and a limit narrow it, and what costs too much is left out by name', async () => {
  const toolbox = createToolbox([
    ...tools(),
    named('find_mail', 'mail', 'Finds a mail by its name.'),
    named('find_file_by_word', 'files', `Finds a file by a word. ${'Long. '.repeat(400)}`),
  ])
  const activation = createActivation()
  const search = createSearchTool(toolbox, { activation, maxTokens: 200 })
  expect(namesOf(await search({ query: 'find by name', namespace: 'mail' }))).toEqual(['find_mail'])
  expect(namesOf(await search({ query: 'find by name', limit: 1 }))).toHaveLength(1)
  const found = await search({ query: 'find a file by a word' })
  expect(found.leftOut).toEqual(['files:find_file_by_word'])
  expect(activation.has('files:find_file_by_word')).toBe(false)
  expect(await search.execute({ arguments: { query: 'x', limit: 21 } })).toMatchObject({
    error: { code: 'toolbox.invalid_input' },
  })
})

test('so many tools are active and no more; what has no room is said not to be', async () => {
  const toolbox = createToolbox(tools())
  const activation = createActivation({ ids: ['mail:send_mail'], max: 1 })
  const search = createSearchTool(toolbox, { activation })
  expect(await search({ query: 'find a file' })).toMatchObject({ tools: [{ active: false }] })
  expect(activation.ids).toEqual(['mail:send_mail'])
  expect(activation.add('mail:send_mail')).toBe(true)
  expect(() => createActivation({ ids: ['a:b', 'a:c'], max: 1 })).toThrow('more than the 1')
  expect(() => createActivation({ max: Number.NaN })).toThrow('createActivation takes max')
})

test('a model is told what there is to find', () => {
  const { description } = createSearchTool(createToolbox(tools())).definition
  expect(description).toContain('among 3 in the namespaces files (2), mail (1)')
})

function searchable() {
  const toolbox = createToolbox(tools())
  const activation = createActivation({ ids: ['search_tools'] })
  toolbox.register(createSearchTool(toolbox, { activation }))
  return { toolbox, activation, view: activeToolbox(toolbox, activation) }
}

function tools() {
  return [
    named('send_mail', 'mail', 'Sends a mail to someone.', 'write'),
    named('find_file', 'files', 'Finds a file by its name.'),
    createTool({
      name: 'find_file_old',
      namespace: 'files',
      description: 'The old file finder.',
      risk: { effects: 'read' },
      lifecycle: { deprecated: true, replacedBy: 'files:find_file' },
      run: () => 'old',
    }),
  ] as const
}

function named(
  name: string,
  namespace: string,
  description: string,
  effects: 'read' | 'write' = 'read',
) {
  return createTool({
    name,
    namespace,
    description,
    input: z.object({ text: z.string() }),
    risk: { effects },
    run: ({ text }) => `${name} ${text}`,
  })
}

function idsOf(definitions: readonly ToolDefinition[]): string[] {
  return definitions.map(({ id }) => id)
}

function namesOf({ tools: found }: FoundTools): string[] {
  return found.map(({ name }) => name)
}
