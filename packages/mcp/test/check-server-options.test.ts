import { createToolbox } from '@armorer/runtime'
import { expect, test } from 'vitest'
import { createMcpServer } from '../src/create-mcp-server.js'
import { createMcpHttp } from '../src/http/create-mcp-http.js'
import { serveHttp } from '../src/http/serve-http.js'
import { serveStdio } from '../src/serve-stdio.js'

const toolbox = createToolbox([])
const options = { name: 'ours', version: '1', facts: () => ({}) }

/** Serves for callers whom no compiler stops. */
const makers = { serveStdio, createMcpServer, createMcpHttp, serveHttp } as const

test.each<[string, unknown[], string]>([
  ['no toolbox', [undefined, options], 'takes a toolbox first'],
  ['tools in place of a toolbox', [[], options], 'takes a toolbox first'],
  ['no options', [toolbox], 'takes options: { name, version, facts }'],
  [
    'an option that nobody reads',
    [toolbox, { ...options, readonly: true }],
    'takes no readonly; it takes name',
  ],
  ['no name', [toolbox, { ...options, name: undefined }], 'takes name and version as texts'],
  ['no facts', [toolbox, { ...options, facts: undefined }], 'takes facts, a function'],
  [
    'no such surface',
    [toolbox, { ...options, surface: 'fnd' }],
    "takes surface as 'full', 'find' or",
  ],
])('servers refuse %s before they serve', async (_what, given, part) => {
  for (const [name, make] of Object.entries(makers)) {
    const serve = make as (...given: unknown[]) => unknown
    const served = async () => serve(...given)

    await expect(served()).rejects.toThrow(TypeError)
    await expect(served()).rejects.toThrow(`${name} ${part}`)
  }
})

test.each([
  ['serveStdio', 'streams'],
  ['createMcpHttp', 'origins'],
  ['serveHttp', 'behindProxy'],
] as const)('%s takes %s, and tells so', async (name, own) => {
  const serve = makers[name] as (...given: unknown[]) => unknown

  await expect(async () => serve(toolbox, { ...options, nope: 1 })).rejects.toThrow(own)
})
