import { existsSync, readdirSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { publish } from '@tuitbot/core'
import { expect, test } from 'vitest'
import { runCli } from '../src/run-cli.js'
import { tempHome } from './processes.js'
import { openSmallHome, record } from './small-home.js'

test('a key that was lost is not replaced: it is asked for, and put back it works on', async () => {
  await using home = await openSmallHome()
  const { ctx, account } = home.tuitbot
  const text = 'Still mine.'
  const asked = await publish(ctx, { kind: 'agent', id: 'claude' }, { account, text })
  const id = asked.kind === 'needs_approval' ? asked.queueId : 0
  const key = join(home.path, 'master.key')
  renameSync(key, `${key}.kept`)

  for (const args of [['approvals', 'list'], ['approvals', 'approve', `${id}`], ['doctor']]) {
    const { code, err } = await home.command(...args)
    expect(code).toBe(1)
    expect(err).toContain(`${key} is missing`)
    expect(err).toContain('Put the file back')
    expect(existsSync(key)).toBe(false)
  }

  renameSync(`${key}.kept`, key)
  expect((await home.command('approvals', 'approve', `${id}`)).out).toContain('posted')
})

test.each([
  [['approvals', 'list']],
  [['approvals', 'show', '1']],
  [['grants', 'list']],
  [['runs', 'list']],
  [['runs', 'replay', 'x']],
  [['activity']],
  [['doctor']],
  [['post', 'Hello.', '--yes']],
  [['mcp', 'serve']],
])('where there is no Tuitbot, %j makes none and says how to begin', async (args) => {
  using place = tempHome()
  const folder = join(place.path, 'mistyped')
  const io = record()

  expect(await runCli([...args, '--home', folder], io)).toBe(1)

  expect(io.said.err).toContain(`There is no Tuitbot in ${folder}`)
  expect(io.said.err).toContain('run: tuitbot demo')
  expect(readdirSync(place.path)).toEqual([])
})

test('who looks with other rules changes nothing', async () => {
  await using home = await openSmallHome()
  const other = join(home.path, 'other.toml')
  writeFileSync(other, '[limits]\nmax_tweets_per_day = 9\n')

  for (const command of ['doctor', 'activity']) {
    await home.command(command, '--config', other)
    await home.command(command)
  }

  expect((await home.command('activity')).out).toBe('Nothing has happened yet.\n')
})

test('where the simulated X is gone, it is said how to start its demo', async () => {
  await using home = await openSmallHome()
  writeFileSync(join(home.path, 'simulated-x'), '')
  await home.x.close()
  // What was connected to it has to hear of that first: what is sent on a connection that ends is not known to have failed.
  await setTimeout(20)
  const how = `its demo is not running. Start it: tuitbot demo --home ${home.path}\n`

  for (const args of [
    ['post', 'Hello.', '--yes'],
    ['post', 'It is.', '--reply-to', '1'],
    ['doctor'],
  ]) {
    const { out, err } = await home.command(...args)
    expect(out + err).toContain('X could not be reached')
    expect(err).toContain(how)
  }
  expect((await home.command('approvals', 'list')).err).toBe('')
})
