import { expect, test } from 'vitest'
import { combineRegistries } from '../../src/combine-registries.js'
import { createRegistry, type RegistryView } from '../../src/registry/create-registry.js'
import { defineTool } from '../../src/tool-definition.js'
import { refusal } from '../helpers.js'

test('an alias is another name, whatever the version', () => {
  const registry = createRegistry()
  registry.register(make('x:post@1.0.0'), { aliases: ['x:tweet'] })
  registry.register(make('x:post@2.0.0'), { aliases: ['x:tweet', 'toot'] })

  expect(registry.resolve('x:tweet')).toMatchObject({
    tool: { id: 'x:post@2.0.0' },
    via: ['x:tweet'],
  })
  expect(registry.resolve('x:tweet@^1')).toMatchObject({ tool: { id: 'x:post@1.0.0' } })
  expect(registry.resolve('toot')).toMatchObject({ tool: { id: 'x:post@2.0.0' } })
  expect(registry.has('x:tweet')).toBe(false)
})

test('an alias goes with the last version of its tool', () => {
  const registry = createRegistry()
  registry.register(make('x:post@1.0.0'), { aliases: ['x:tweet'] })
  registry.register(make('x:post@2.0.0'))
  registry.alias('x:toot', 'x:tweet')

  registry.unregister('x:post@1.0.0')
  expect(registry.resolve('x:toot')).toMatchObject({ via: ['x:toot', 'x:tweet'] })
  registry.unregister('x:post@2.0.0')
  expect(registry.aliases().size).toBe(0)
  expect(registry.resolve('x:tweet')).toMatchObject({ kind: 'not_found' })
})

test('aliases may lead from one to the next, five deep', () => {
  const registry = createRegistry()
  registry.register(make('x:t'), { aliases: ['x:a1'] })
  for (const [alias, target] of [
    ['a2', 'a1'],
    ['a3', 'a2'],
    ['a4', 'a3'],
    ['a5', 'a4'],
  ]) {
    registry.alias(`x:${alias}`, `x:${target}`)
  }
  expect(registry.resolve('x:a5')).toMatchObject({ tool: { id: 'x:t' } })
  expect(refusal(() => registry.alias('x:a6', 'x:a5')).message).toContain('over 5 names')
  expect(registry.aliases().has('x:a6')).toBe(false)
})

test('an alias that is reassigned must not lengthen the way of others beyond five', () => {
  const registry = createRegistry()
  registry.register(make('x:t'), { aliases: ['x:a1', 'x:b1'] })
  registry.alias('x:a2', 'x:a1')
  registry.alias('x:a3', 'x:a2')
  registry.alias('x:b2', 'x:b1')
  registry.alias('x:b3', 'x:b2')

  const error = refusal(() => registry.alias('x:a1', 'x:b3', { override: true }))
  expect(error.message).toContain('x:a3 → x:a2 → x:a1 → x:b3 → x:b2 → x:b1 → x:t')
  expect(registry.aliases().get('x:a1')).toBe('x:t')
  registry.alias('x:a1', 'x:b2', { override: true })
  expect(registry.resolve('x:a3')).toMatchObject({
    via: ['x:a3', 'x:a2', 'x:a1', 'x:b2', 'x:b1'],
  })
})

test('a circle is refused, with the way round it', () => {
  const registry = createRegistry()
  registry.register(make('x:t'), { aliases: ['x:a'] })
  registry.alias('x:b', 'x:a')

  const error = refusal(() => registry.alias('x:a', 'x:b', { override: true }))
  expect(error).toMatchObject({ code: 'toolbox.invalid_alias' })
  expect(error.message).toContain('x:a → x:b → x:a')
  expect(registry.resolve('x:b')).toMatchObject({ tool: { id: 'x:t' } })
  expect(refusal(() => registry.register(make('x:u'), { aliases: ['x:u'] })).message).toContain(
    'itself',
  )
  expect(registry.has('x:u')).toBe(false)
})

test('an alias names no version, no other tool, and nothing that is not there', () => {
  const registry = createRegistry()
  registry.register(make('x:t'))
  registry.register(make('x:u'), { aliases: ['x:a'] })

  expect(refusal(() => registry.alias('x:b@1', 'x:t')).message).toContain('says a version')
  expect(refusal(() => registry.alias('x:b', 'x:t@1')).message).toContain('says a version')
  expect(refusal(() => registry.alias('x:t', 'x:u')).message).toContain('is the name of a tool')
  expect(refusal(() => registry.alias('x:b', 'x:none')).message).toContain('is not registered')
  expect(refusal(() => registry.alias('x:a', 'x:t')).message).toContain('stands for x:u already')
  registry.alias('x:a', 'x:t', { override: true })
  expect(registry.resolve('x:a')).toMatchObject({ tool: { id: 'x:t' } })
})

test('a tool takes the name of an alias only where it is meant', () => {
  const registry = createRegistry()
  registry.register(make('x:t'), { aliases: ['x:a'] })
  registry.alias('x:b', 'x:a')

  expect(refusal(() => registry.register(make('x:a'))).message).toContain(
    'has the name of the alias x:a',
  )
  registry.register(make('x:a'), { override: true })
  expect(registry.resolve('x:b')).toMatchObject({ tool: { id: 'x:a' }, via: ['x:b'] })
})

test('a tool that takes the name of an alias may take over the alias after it', () => {
  const registry = createRegistry()
  registry.register(make('x:t'), { aliases: ['x:b'] })
  registry.alias('x:a', 'x:b')

  const refused = { override: true, aliases: ['x:b', 'x:t'] }
  expect(refusal(() => registry.register(make('x:a'), refused)).message).toContain('x:t')
  expect(registry.resolve('x:a')).toMatchObject({ tool: { id: 'x:t' }, via: ['x:a', 'x:b'] })

  registry.register(make('x:a'), { override: true, aliases: ['x:b'] })
  expect(registry.resolve('x:b')).toMatchObject({ tool: { id: 'x:a' }, via: ['x:b'] })
  expect(registry.aliases()).toEqual(new Map([['x:b', 'x:a']]))
})

test('an alias that was reassigned stays when its first tool goes', () => {
  const registry = createRegistry()
  registry.register(make('x:t'), { aliases: ['x:a', 'x:z'] })
  registry.register(make('x:u'))
  registry.alias('x:a', 'x:u', { override: true })
  registry.unregister('x:t')
  expect(registry.aliases()).toEqual(new Map([['x:a', 'x:u']]))
})

test('the map of aliases is a copy', () => {
  const registry = createRegistry()
  registry.register(make('x:t'), { aliases: ['x:a'] })
  const before = registry.aliases()
  registry.alias('x:b', 'x:t')
  expect(before.size).toBe(1)
})

test('an alias costs the same, however many there are', () => {
  const registry = createRegistry()
  const tools = Array.from({ length: 30_000 }, (_, index) => make(`x:t${index}`))
  for (const [index, tool] of tools.entries()) registry.register(tool, { aliases: [`x:a${index}`] })
  for (const tool of tools) registry.unregister(tool.id)
  // With a copy of all aliases at each step this test runs out of time.
  expect(registry.aliases().size).toBe(0)
})

test('combined registries hold all tools and aliases, and shadow none', () => {
  const [one, two] = [createRegistry(), createRegistry()]
  const shared = make('x:shared')
  one.register(shared)
  two.register(shared)
  two.register(make('x:t'), { aliases: ['x:a'] })
  two.alias('x:b', 'x:a')
  two.alias('x:a', 'x:shared', { override: true })

  const combined = combineRegistries([one, two])
  expect(combined.list().map(({ id }) => id)).toEqual(['x:shared', 'x:t'])
  expect(combined.resolve('x:b')).toMatchObject({ tool: { id: 'x:shared' } })

  const other = createRegistry()
  other.register(make('x:t'))
  expect(refusal(() => combineRegistries([two, other]))).toMatchObject({ category: 'conflict' })
})

test('an alias is combined after what it leads to, in whatever order they are listed', () => {
  const registry = createRegistry()
  registry.register(make('x:t'))
  const backwards: RegistryView = {
    ...registry,
    aliases: () =>
      new Map([
        ['x:a', 'x:b'],
        ['x:b', 'x:t'],
      ]),
  }
  expect(combineRegistries([backwards]).resolve('x:a')).toMatchObject({ tool: { id: 'x:t' } })
})

function make(identity: string) {
  return defineTool({ identity, description: 'A tool.' })
}
