import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './workspace.js'

// Every TypeScript block of every page becomes a module of its own, and must compile as a reader would paste it.
const folder = '.snippets'
const pages = [
  'README.md',
  'AGENTS.md',
  'CONTRIBUTING.md',
  ...listFiles('.', 'docs', /\.md$/),
  ...listFiles('.', 'packages', /\.md$/),
  ...listFiles('.', 'apps', /\.md$/),
]
rmSync(folder, { recursive: true, force: true })
mkdirSync(folder)
const blocks = pages.flatMap((page) => readBlocks(page).map((block) => ({ page, ...block })))
for (const [index, { page, line, text }] of blocks.entries()) {
  // Blank lines keep the compiler's line numbers those of the page.
  const name = `${index}-${page.replaceAll(/[/.]/g, '-')}.ts`
  writeFileSync(join(folder, name), `${'\n'.repeat(line)}${text}\nexport {}\n`)
}
writeFileSync(
  join(folder, 'tsconfig.json'),
  JSON.stringify({
    extends: '../tsconfig.base.json',
    compilerOptions: { composite: false, declaration: false, declarationMap: false, noEmit: true },
    include: ['*.ts'],
  }),
)

const compiled = spawnSync('node_modules/.bin/tsc', ['-p', folder, '--pretty', 'false'], {
  encoding: 'utf8',
  shell: process.platform === 'win32',
})
if (compiled.status !== 0) console.error(compiled.stdout, compiled.stderr)
console.log(`snippets: ${blocks.length} blocks of ${pages.length} pages`)
process.exitCode = compiled.status === 0 && blocks.length > 0 ? 0 : 1
if (compiled.status === 0) rmSync(folder, { recursive: true })

function readBlocks(page: string): Array<{ line: number; text: string }> {
  const lines = readFileSync(page, 'utf8').split('\n')
  const found: Array<{ line: number; text: string }> = []
  let start: number | undefined
  for (const [index, line] of lines.entries()) {
    if (start === undefined && /^```(ts|typescript)\s*$/.test(line)) start = index + 1
    else if (start !== undefined && line.startsWith('```')) {
      found.push({ line: start, text: lines.slice(start, index).join('\n') })
      start = undefined
    }
  }
  if (start !== undefined) throw new Error(`${page}:${start}: a block that is never closed`)
  return found
}
