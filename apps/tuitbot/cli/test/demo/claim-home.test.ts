import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimHome } from '../../src/demo/claim-home.js'
import { runCli } from '../../src/run-cli.js'
import { tempHome } from '../processes.js'
import { record } from '../small-home.js'

test('a second demo on one folder is refused, names the first, and changes nothing', async () => {
  using home = tempHome()
  await using other = startOther()
  using _ = claimHome(home.path, other.pid)
  const config = join(home.path, 'config.toml')
  writeFileSync(config, '# of the first\n')
  const io = record()

  expect(await runCli(['demo', '--no-page', '--home', home.path], io)).toBe(1)

  expect(io.said.err).toContain(`Process ${other.pid} has ${home.path}`)
  expect(readFileSync(config, 'utf8')).toBe('# of the first\n')
  expect(readdirSync(home.path)).toHaveLength(2)
})

test('what a killed demo has left keeps nobody out', async () => {
  using home = tempHome()
  await using other = startOther()
  claimHome(home.path, other.pid)
  await other.kill()

  const claim = claimHome(home.path)

  expect(readdirSync(home.path)).toEqual([`demo-${process.pid}.lock`])
  claim[Symbol.dispose]()
  expect(readdirSync(home.path)).toEqual([])
})

test('who cannot clear away what is left leaves no claim of its own', async () => {
  using home = tempHome()
  await using other = startOther()
  const left = `demo-${other.pid}.lock`
  mkdirSync(join(home.path, left))
  await other.kill()

  expect(() => claimHome(home.path)).toThrow('is a directory')

  expect(readdirSync(home.path)).toEqual([left])
})

test('a process that ends in the midst of things takes its claim along', async () => {
  using home = tempHome()
  const { href } = new URL('../../src/demo/claim-home.ts', import.meta.url)
  const script = `
    const { claimHome } = await import(${JSON.stringify(href)})
    claimHome(${JSON.stringify(home.path)})
    process.exit(130)`
  const args = ['--import', 'tsx', '--input-type=module', '-e', script]
  const [code] = await once(spawn(process.execPath, args, { stdio: 'ignore' }), 'close')

  expect(code).toBe(130)
  expect(readdirSync(home.path)).toEqual([])
})

test('who comes again under the same number is not in its own way', () => {
  using home = tempHome()
  claimHome(home.path)
  expect(() => claimHome(home.path)).not.toThrow()
})

/** A process that does nothing until it is killed. */
function startOther() {
  const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1e6)'], { stdio: 'ignore' })
  const gone = once(child, 'close')
  const kill = async () => {
    child.kill('SIGKILL')
    await gone
  }
  return { pid: child.pid ?? 0, kill, [Symbol.asyncDispose]: kill }
}
