import { hasRisk, isDeprecated, not } from '@armorer/core'
import { expect, test } from 'vitest'
import { combineToolboxes } from '../src/combine-runners.js'
import { createTool } from '../src/create-tool.js'
import { approval } from '../src/layers/approval.js'
import { timeout } from '../src/layers/timeout.js'
import { createToolbox } from '../src/runner.js'
import { type AnyTool } from '../src/tool.js'
import { double, fail, write } from './small-tools.js'

test('a read-only toolbox runs no write, and what says nothing of itself is one', async () => {
  const silent = createTool({ name: 'silent', description: 'Silent.', run: () => 1 })
  const toolbox = createToolbox([double, write, silent], { readOnly: true })
  expect(await toolbox.execute({ name: 'double', arguments: { n: 1 } })).toMatchObject({
    kind: 'done',
  })
  for (const name of ['write', 'silent'] as const) {
    expect(await toolbox.execute({ name })).toMatchObject({
      kind: 'denied',
      error: { code: 'toolbox.read_only' },
    })
  }
})

test('what a toolbox does not allow, it does not run', async () => {
  const shell = createTool({
    name: 'shell',
    description: 'Shell.',
    risk: { effects: 'read', systemAccess: true },
    run: () => 1,
  })
  const toolbox = createToolbox([shell, double], { allow: not(hasRisk({ systemAccess: true })) })
  expect(await toolbox.execute({ name: 'shell' })).toMatchObject({
    kind: 'denied',
    error: { code: 'toolbox.not_allowed' },
  })
})

test('a gate that fails lets nothing through', async () => {
  const toolbox = createToolbox([double], {
    allow: () => {
      throw new Error('a broken gate')
    },
  })
  const result = await toolbox.execute({ name: 'double', arguments: { n: 1 } })
  expect(result).toMatchObject({ kind: 'denied', error: { code: 'toolbox.not_allowed' } })
})

test('together, toolboxes allow no more than apart', async () => {
  const strict = createToolbox([write], { readOnly: true })
  const open = createToolbox([double])
  const both = combineToolboxes([strict, open])
  expect(await both.execute({ name: 'write' })).toMatchObject({ kind: 'denied' })
  expect(await both.execute({ name: 'double', arguments: { n: 2 } })).toMatchObject({
    kind: 'done',
    value: 4,
  })
  expect(
    await combineToolboxes([both, createToolbox([fail])]).execute({ name: 'write' }),
  ).toMatchObject({ kind: 'denied' })
})

test('approval holds inside a toolbox, and without anyone to give it nothing runs', async () => {
  let ran = 0
  const post = createTool({
    name: 'post',
    description: 'Posts.',
    risk: { effects: 'write', requiresApproval: true },
    run: () => ++ran,
  })
  const asked: unknown[] = []
  const gated = post.withName('gated').layer(
    approval((request) => {
      asked.push([request.principal?.id, request.labels])
      return { kind: 'ask', asks: [{ for: 'approval', message: 'may it?' }] }
    }),
  )
  const toolbox = createToolbox([post, gated])
  const principal = { kind: 'agent', id: 'a1' } as const
  expect(
    await toolbox.execute([{ name: 'post' }, { name: 'gated' }], {
      principal,
      labels: ['untrusted'],
    }),
  ).toMatchObject([
    { kind: 'denied', error: { code: 'toolbox.approval_required' } },
    { kind: 'pending', asks: [{ message: 'may it?' }] },
  ])
  expect([ran, asked]).toEqual([0, [['a1', ['untrusted']]]])
})

test('gates hold for layered and renamed tools, for those registered later, and all of them together', async () => {
  const toolbox = createToolbox<AnyTool[]>([write.layer(timeout(100)).withName('renamed')], {
    readOnly: true,
    allow: not(hasRisk({ systemAccess: true })),
  })
  toolbox.register(write)
  toolbox.register(
    createTool({
      name: 'shell',
      description: 'Shell.',
      risk: { effects: 'read', systemAccess: true },
      metadata: { owner: 'x' },
      run: () => 1,
    }),
  )
  const codes = (
    await toolbox.execute([{ name: 'renamed' }, { name: 'write' }, { name: 'shell' }])
  ).map((result) => ('error' in result ? result.error.code : result.kind))
  expect(codes).toEqual(['toolbox.read_only', 'toolbox.read_only', 'toolbox.not_allowed'])
  expect(toolbox.find('write')).toBeUndefined()
  const combined = combineToolboxes([createToolbox([write])], { readOnly: true })
  expect(await combined.execute({ name: 'write' })).toMatchObject({ kind: 'denied' })
})

test('aliases go along when toolboxes are combined', async () => {
  const toolbox = createToolbox<AnyTool[]>([])
  toolbox.register(double, { aliases: ['twice'] })
  expect(
    await combineToolboxes([toolbox]).execute({ name: 'twice', arguments: { n: 4 } }),
  ).toMatchObject({ value: 8 })
})

test('a tool without version goes by its bare name, wholly', async () => {
  const toolbox = createToolbox<AnyTool[]>([double, write])
  expect(toolbox.unregister('double')).toBe(true)
  expect([toolbox.size, toolbox.entries().map(({ tool }) => tool.name)]).toEqual([1, ['write']])
  expect(
    await combineToolboxes([toolbox]).execute({ name: 'double', arguments: { n: 1 } }),
  ).toMatchObject({ kind: 'failed' })
})

test('tools of a toolbox are found by risk and by deprecation', () => {
  const old = createTool({
    name: 'old',
    description: 'Old.',
    risk: { effects: 'read' },
    lifecycle: { deprecated: true },
    run: () => 1,
  })
  const definitions = createToolbox([double, write, old]).list()
  expect(definitions.filter(hasRisk({ effects: 'write' })).map(({ id }) => id)).toEqual([
    'default:write',
  ])
  expect(definitions.filter(isDeprecated()).map(({ id }) => id)).toEqual(['default:old'])
})
