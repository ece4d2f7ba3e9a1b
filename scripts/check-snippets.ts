import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from './workspace.js'

// Every TypeScript block of every page becomes a module of its own, and must compile and run as a reader would paste it;
// one marked `ts no-run` only compiles.
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
const blocks = pages.flatMap(readBlocks)
for (const [index, { page, line, text }] of blocks.entries()) {
  // Blank lines keep the compiler's line numbers those of the page.
  writeFileSync(join(folder, fileOf(page, index)), `${'\n'.repeat(line)}${text}\nexport {}\n`)
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
const failed = compiled.status === 0 ? blocks.flatMap(run) : []
for (const problem of failed) console.error(problem)
console.log(
  `snippets: ${blocks.length} blocks of ${pages.length} pages, ${failed.length} failed to run`,
)
const fine = compiled.status === 0 && failed.length === 0 && blocks.length > 0
process.exitCode = fine ? 0 : 1
if (fine) rmSync(folder, { recursive: true })

function run({ page, line, runs }: Block, index: number): string[] {
  if (!runs) return []
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--import', 'tsx', '--conditions=@armorer/source', join(folder, fileOf(page, index))],
    { encoding: 'utf8', timeout: 30_000 },
  )
  return status === 0 ? [] : [`${page}:${line}: exit ${status}\n${stderr}`]
}

interface Block {
  readonly page: string
  readonly line: number
  readonly text: string
  readonly runs: boolean
}

function fileOf(page: string, index: number): string {
  return `${index}-${page.replaceAll(/[/.]/g, '-')}.ts`
}

function readBlocks(page: string): Block[] {
  const lines = readFileSync(page, 'utf8').split('\n')
  const found: Block[] = []
  let open: { line: number; runs: boolean } | undefined
  for (const [index, line] of lines.entries()) {
    const start = /^```(?:ts|typescript)( no-run)?\s*$/.exec(line)
    if (!open && start) open = { line: index + 1, runs: start[1] === undefined }
    else if (open && line.startsWith('```')) {
      found.push({ page, ...open, text: lines.slice(open.line, index).join('\n') })
      open = undefined
    }
  }
  if (open) throw new Error(`${page}:${open.line}: a block that is never closed`)
  return found
}
