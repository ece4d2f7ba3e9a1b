import { expect, test } from 'vitest'
import { createRegistry } from '../../src/registry/create-registry.js'
import { hasTag } from '../../src/query-predicates.js'
import { defineTool, type ToolLifecycle } from '../../src/tool-definition.js'
import { refusal } from '../helpers.js'

test('a tool is got by its full id or identity', () => {
  const registry = createRegistry()
  const tool = make('x:post@1.0.0')
  registry.register(tool)

  expect(registry.get('x:post@1.0.0')).toBe(tool)
  expect(registry.get({ namespace: 'x', name: 'post', version: '1.0.0' })).toBe(tool)
  expect(registry.size).toBe(1)
})

test('a tool without version can be got and unregistered', () => {
  const registry = createRegistry()
  const tool = make('x:post')
  registry.register(tool)

  expect(registry.get('x:post')).toBe(tool)
  expect(registry.unregister('x:post')).toBe(true)
  expect(registry.unregister('x:post')).toBe(false)
  expect(registry.has('x:post')).toBe(false)
})

test('get never chooses a version', () => {
  const registry = createRegistry()
  registry.register(make('x:post@1.0.0'))

  const error = refusal(() => registry.get('x:post'))
  expect(error).toMatchObject({ code: 'toolbox.not_found', category: 'not_found' })
  expect(error.message).toContain('there is x:post@1.0.0')
})

test('the same id twice is a conflict, unless it is meant', () => {
  const registry = createRegistry()
  const [first, second] = [make('x:post@1'), make('x:post@1')]
  registry.register(first)

  expect(refusal(() => registry.register(second))).toMatchObject({ code: 'toolbox.duplicate_tool' })
  expect(registry.get('x:post@1')).toBe(first)
  registry.register(second, { override: true })
  expect(registry.list()).toEqual([second])
})

test('what is not a definition is refused', () => {
  const runnable: unknown = Object.assign(() => 1, make('x:post'))
  expect(refusal(() => createRegistry().register(runnable as ReturnType<typeof make>)).code).toBe(
    'toolbox.invalid_definition',
  )
})

test('resolve takes the highest version by semver precedence', () => {
  const registry = createRegistry()
  for (const version of ['1.10.0', '1.9.0', '2.0.0-alpha', '2.0.0-alpha.1', '1.0.0+z']) {
    registry.register(make(`x:post@${encodeURIComponent(version)}`))
  }
  expect(idOf(registry, 'x:post')).toBe('x:post@2.0.0-alpha.1')
  expect(idOf(registry, 'x:post@^1.0.0')).toBe('x:post@1.10.0')
  expect(idOf(registry, 'x:post@~1.9')).toBe('x:post@1.9.0')
  expect(idOf(registry, 'x:post@1.0.0%2Bz')).toBe('x:post@1.0.0%2Bz')
  expect(registry.resolve('x:post@^3')).toMatchObject({
    kind: 'not_found',
    message: expect.stringContaining('no version of x:post fits ^3; there is x:post@1.0.0'),
  })
})

test.each([
  ['post_tweat', '; did you mean x:post_tweet?'],
  ['y:post_tweet', '; did you mean x:post_tweet?'],
  ['pst', '; did you mean default:post?'],
  ['twet', '; did you mean x:tweet?'],
  ['delete', undefined],
])('a name that nobody has is told with one that is near: %s', (name, hint = '') => {
  const registry = createRegistry()
  registry.register(make('default:post'))
  registry.register(make('x:post_tweet'), { aliases: ['x:tweet'] })
  const [, bare = name] = name.split(':')
  expect(registry.resolve(name)).toMatchObject({
    kind: 'not_found',
    message: `no tool is registered as ${name === bare ? `default:${name}` : name}${hint}`,
  })
})

test('where a version is not semver, the tool registered last is taken', () => {
  const registry = createRegistry()
  for (const version of ['3.0.0', 'next', '1.0.0']) registry.register(make(`x:post@${version}`))
  expect(idOf(registry, 'x:post')).toBe('x:post@1.0.0')
})

test('a version selector decides among what fits', () => {
  const registry = createRegistry({ versionSelector: (candidates) => candidates[0] })
  for (const version of ['1.0.0', '2.0.0']) registry.register(make(`x:post@${version}`))
  expect(idOf(registry, 'x:post')).toBe('x:post@1.0.0')
})

test('versions that differ in their build alone are chosen alike, whoever came first', () => {
  const builds = ['x:post@1.0.0%2Ba', 'x:post@1.0.0%2Bb']
  for (const order of [builds, builds.toReversed()]) {
    const registry = createRegistry()
    for (const id of order) registry.register(make(id))
    expect(idOf(registry, 'x:post')).toBe('x:post@1.0.0%2Bb')
  }
})

test('a version selector that chooses nothing is named as the reason', () => {
  const registry = createRegistry({ versionSelector: () => undefined })
  registry.register(make('x:post@1.0.0'))
  expect(registry.resolve('x:post')).toEqual({
    kind: 'not_found',
    message: 'x:post@1.0.0: the version selector chose none of them',
    warnings: [],
  })
  expect(idOf(registry, 'x:post@1.0.0')).toBe('x:post@1.0.0')
})

test('a deprecated version is chosen only where it is allowed or asked for', () => {
  const registry = createRegistry()
  registry.register(make('x:post@1.0.0'))
  registry.register(
    make('x:post@2.0.0', {
      deprecated: true,
      since: '2026-01',
      message: 'too slow',
      replacedBy: 'x:publish',
    }),
  )

  expect(idOf(registry, 'x:post')).toBe('x:post@1.0.0')
  expect(registry.resolve('x:post', { allowDeprecated: true })).toMatchObject({
    kind: 'found',
    tool: { id: 'x:post@2.0.0' },
    warnings: [
      { kind: 'deprecated', message: 'x:post@2.0.0 is deprecated since 2026-01: too slow' },
      { kind: 'replaced', replacedBy: 'x:publish' },
    ],
  })
  expect(registry.resolve('x:post@2.0.0')).toMatchObject({
    kind: 'found',
    warnings: [{ kind: 'deprecated' }, { kind: 'replaced' }],
  })

  registry.unregister('x:post@1.0.0')
  expect(registry.resolve('x:post')).toMatchObject({
    kind: 'not_found',
    warnings: [{ kind: 'deprecated' }, { kind: 'replaced' }],
  })
})

test('a bare name is found in any namespace, and an ambiguous one is said to be', () => {
  const registry = createRegistry()
  registry.register(make('x:post'))
  expect(registry.resolve('post')).toMatchObject({
    kind: 'found',
    tool: { id: 'x:post' },
    warnings: [],
  })

  registry.register(make('mail:post'))
  expect(registry.resolve({ name: 'post' })).toMatchObject({
    kind: 'found',
    tool: { id: 'mail:post' },
    warnings: [{ kind: 'ambiguous_name', candidates: ['mail:post', 'x:post'] }],
  })

  registry.register(make('default:post'))
  expect(idOf(registry, 'post')).toBe('default:post')
  expect(idOf(registry, 'x:post')).toBe('x:post')
})

test('a bare name means the first namespace that has what is asked for', () => {
  const registry = createRegistry()
  registry.register(make('default:post@1.0.0'))
  registry.register(make('x:post@2.0.0'))
  registry.register(make('y:post@2.0.0'))

  expect(idOf(registry, 'post')).toBe('default:post@1.0.0')
  expect(registry.resolve('post@^2')).toMatchObject({
    tool: { id: 'x:post@2.0.0' },
    warnings: [{ kind: 'ambiguous_name', candidates: ['x:post@2.0.0', 'y:post@2.0.0'] }],
  })
  registry.unregister('y:post@2.0.0')
  expect(registry.resolve('post@^2')).toMatchObject({ tool: { id: 'x:post@2.0.0' }, warnings: [] })
  expect(idOf(registry, 'post@^3')).toBe(
    'no version of default:post, x:post fits ^3; there is default:post@1.0.0, x:post@2.0.0',
  )
})

test('a bare name passes over a namespace where all is deprecated', () => {
  const registry = createRegistry()
  registry.register(make('default:post', { deprecated: true }))
  registry.register(make('x:post'))

  expect(registry.resolve('post')).toMatchObject({
    tool: { id: 'x:post' },
    warnings: [{ kind: 'deprecated', tool: 'default:post' }],
  })
  expect(registry.resolve('post', { allowDeprecated: true })).toMatchObject({
    tool: { id: 'default:post' },
    warnings: [{ kind: 'ambiguous_name' }, { kind: 'deprecated' }],
  })
  registry.unregister('x:post')
  expect(registry.resolve('post')).toMatchObject({
    kind: 'not_found',
    message: expect.stringContaining('default:post: deprecated'),
    warnings: [{ kind: 'deprecated' }],
  })
})

test('a bare name may be an alias in any namespace', () => {
  const registry = createRegistry()
  registry.register(make('x:post'), { aliases: ['x:tweet', 'y:tweet'] })
  expect(registry.resolve('tweet')).toMatchObject({
    tool: { id: 'x:post' },
    via: ['x:tweet'],
    warnings: [],
  })
  registry.register(make('a:tweet'))
  expect(registry.resolve('tweet')).toMatchObject({
    tool: { id: 'a:tweet' },
    warnings: [{ kind: 'ambiguous_name', candidates: ['a:tweet', 'x:post'] }],
  })
})

test('an alias in the default namespace settles what a bare name means', () => {
  const registry = createRegistry()
  registry.register(make('a:post'))
  registry.register(make('x:post'), { aliases: ['post'] })
  expect(registry.resolve('post')).toEqual({
    kind: 'found',
    tool: registry.get('x:post'),
    via: ['default:post'],
    warnings: [],
  })
})

test('a snapshot stays as it was', () => {
  const registry = createRegistry()
  registry.register(make('x:a'), { aliases: ['x:z'] })
  const before = registry.snapshot()
  registry.unregister('x:a')
  registry.register(make('x:b'))

  const tool = make('x:c')
  const after = before.with(tool).without('x:a')
  expect(before.list().map(({ id }) => id)).toEqual(['x:a'])
  expect(idOf(before, 'x:z')).toBe('x:a')
  expect([idOf(before, 'a'), idOf(before, 'z')]).toEqual(['x:a', 'x:a'])
  expect(after.list()).toEqual([tool])
  expect(after.size).toBe(1)
  expect(after.aliases().size).toBe(0)
})

test('list takes a predicate', () => {
  const registry = createRegistry()
  registry.register(make('x:a'))
  registry.register(defineTool({ identity: 'x:b', description: 'B.', tags: ['post'] }))
  expect(registry.list(hasTag('post')).map(({ id }) => id)).toEqual(['x:b'])
})

function make(identity: string, lifecycle?: ToolLifecycle) {
  return defineTool({ identity, description: 'A tool.', ...(lifecycle && { lifecycle }) })
}

function idOf(registry: Pick<ReturnType<typeof createRegistry>, 'resolve'>, wanted: string) {
  const resolution = registry.resolve(wanted)
  return resolution.kind === 'found' ? resolution.tool.id : resolution.message
}
