import { expect, test } from 'vitest'
import { addAlias } from '../../src/registry/aliases.js'
import { addTool, removeTool } from '../../src/registry/registered-tools.js'
import { copyState, emptyState } from '../../src/registry/registry-state.js'
import { defineTool } from '../../src/tool-definition.js'

test('what is unregistered leaves nothing behind', () => {
  const state = emptyState()
  addTool(state, make('x:post@1'), { aliases: ['x:tweet', 'toot'] })
  addTool(state, make('x:post@2'), {})
  addAlias(state, 'x:chirp', 'x:tweet', {})
  removeTool(state, 'x:post@1')
  removeTool(state, 'x:post@2')
  expect(state).toEqual(emptyState())
})

test('a copy shares nothing with its original', () => {
  const state = emptyState()
  addTool(state, make('x:post'), { aliases: ['x:tweet'] })
  const [copy, untouched] = [copyState(state), copyState(state)]
  addTool(state, make('y:post'), { aliases: ['y:tweet'] })
  addAlias(state, 'x:chirp', 'x:post', {})
  removeTool(state, 'x:post')
  expect(copy).toEqual(untouched)
  expect(copy.namespaces.get('post')).toEqual(new Set(['x']))
  expect(copy.aliasesOf.get('x:post')).toEqual(new Set(['x:tweet']))
})

function make(identity: string) {
  return defineTool({ identity, description: 'A tool.' })
}
