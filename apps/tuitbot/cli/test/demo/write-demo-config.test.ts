import { join } from 'node:path'
import { startSimulator } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { writeDemoConfig } from '../../src/demo/write-demo-config.js'
import { readHome } from '../../src/open-home.js'
import { tempHome } from '../processes.js'
import { record } from '../small-home.js'

test('who decides too is kept in the home, so that every process asks for two', async () => {
  await using x = await startSimulator({ seed: 7 })
  using home = tempHome()
  const settings = (other?: string) => {
    writeDemoConfig(join(home.path, 'config.toml'), x, { other })
    return readHome({ home: home.path }, record()).config
  }

  expect(settings('ben')).toMatchObject({
    people: { you: 'owner', others: ['ben'] },
    approvals: { quorum: 2 },
  })
  expect(settings()).toMatchObject({ people: { others: [] }, approvals: { quorum: 1 } })
  expect(() => settings('be n')).toThrow('must be a name of letters')
})
