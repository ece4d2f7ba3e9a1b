import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
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
