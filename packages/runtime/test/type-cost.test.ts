import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the types of a toolbox grow with its tools, and not with their square', () => {
  mkdirSync('node_modules/.cache', { recursive: true })
  const folder = mkdtempSync('node_modules/.cache/type-cost-')
  try {
    const empty = countInstantiations(folder, 0)
    const few = countInstantiations(folder, 20) - empty
    const many = countInstantiations(folder, 200) - empty
    expect(few).toBeGreaterThan(1_000)
    expect(many / few).toBeLessThanOrEqual(12)
  } finally {
    rmSync(folder, { recursive: true })
  }
})

/** Of a program with so many tools, each different, in one toolbox, and calls of ten of them. */
function countInstantiations(folder: string, tools: number): number {
  const numbers = Array.from({ length: tools }, (_, index) => index)
  const lines = [
    "import { z } from 'zod'",
    "import { createTool, createToolbox } from '@armorer/runtime'",
    ...numbers.map(
      (n) =>
        `const t${n} = createTool({ name: 'tool_${n}', description: 'Tool.', input: z.object({ a${n}: z.string(), b: z.number() }), risk: { effects: 'read' }, run: ({ a${n} }) => ({ c${n}: a${n} }) })`,
    ),
    `export const toolbox = createToolbox([${numbers.map((n) => `t${n}`).join(', ')}])`,
    ...numbers
      .slice(0, 10)
      .map(
        (n) =>
          `export const r${n} = toolbox.execute({ name: 'tool_${n}', arguments: { a${n}: 'x', b: 1 } })`,
      ),
  ]
  writeFileSync(join(folder, 'program.ts'), lines.join('\n'))
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      extends: '../../../tsconfig.base.json',
      compilerOptions: {
        composite: false,
        declaration: false,
        declarationMap: false,
        noEmit: true,
      },
      files: ['program.ts'],
    }),
  )
  const { stdout, status } = spawnSync(
    'node_modules/.bin/tsc',
    ['-p', folder, '--extendedDiagnostics'],
    { encoding: 'utf8', shell: process.platform === 'win32' },
  )
  expect(stdout.replaceAll(/^\S+:.*$/gm, '').trim()).not.toContain('error')
  expect(status).toBe(0)
  return Number(/Instantiations:\s+(\d+)/.exec(stdout)?.[1])
}
