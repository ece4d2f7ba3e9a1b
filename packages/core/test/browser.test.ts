import { createContext, runInContext } from 'node:vm'
import { build } from 'vite'
import { expect, test } from 'vitest'

test('core runs where there is no Node', async () => {
  const code = await bundle('browser')
  expect(code).not.toMatch(/node:|require\(|process\./)
  // A realm with the two globals of the web that it needs, and nothing of Node.
  const realm = createContext({ TextEncoder, URL: undefined, process: undefined })
  runInContext(code, realm)
  const result: unknown = runInContext(
    `(() => {
      const tool = core.defineTool({ name: 'weather', description: 'The weather.' })
      const registry = core.createRegistry()
      registry.register(tool)
      return JSON.stringify([registry.resolve('weather').tool.id, core.digest({ b: 1, a: [2] })])
    })()`,
    realm,
  )
  expect(JSON.parse(String(result))).toEqual([
    'default:weather',
    // As sha256sum has it of {"a":[2],"b":1}
    '63c9663de90ee828bbda6cd9acf02d0c653986c1ec25aa239920641edc9a1de5',
  ])
})

async function bundle(condition: string): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'silent',
    resolve: { conditions: ['@armorer/source', condition] },
    build: {
      write: false,
      lib: { entry: 'packages/core/src/index.ts', formats: ['iife'], name: 'core' },
    },
  })
  const [output] = Array.isArray(result) ? result : []
  const [chunk] = output?.output ?? []
  if (chunk?.type !== 'chunk') throw new Error('vite made no chunk')
  return chunk.code
}
