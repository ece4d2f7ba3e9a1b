import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startSimulator } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { writeDemoConfig } from '../../src/demo/write-demo-config.js'
import { makeHome } from '../../src/open-home.js'
import { tempHome } from '../processes.js'
import { record } from '../small-home.js'

test('who decides too is kept in the home, for every process and every later start, until another is named', async () => {
  await using x = await startSimulator({ seed: 7 })
  using home = tempHome()
  const settings = (other?: string) => {
    writeDemoConfig(join(home.path, 'config.toml'), x, { other })
    return makeHome({ home: home.path }, record()).config
  }

  expect(settings()).toMatchObject({ people: { others: [] }, approvals: { quorum: 1 } })
  const ben = { people: { you: 'owner', others: ['ben'] }, approvals: { quorum: 2 } }
  expect(settings('ben')).toMatchObject(ben)
  expect(settings()).toMatchObject(ben)
  expect(settings('eva')).toMatchObject({ people: { others: ['eva'] }, approvals: { quorum: 2 } })
})

test('of a configuration that a person has edited only the address changes', async () => {
  await using x = await startSimulator({ seed: 7 })
  using home = tempHome()
  const file = join(home.path, 'config.toml')
  writeDemoConfig(file, x)
  const edited = readFileSync(file, 'utf8')
    .replace('max_tweets_per_day = 100', 'max_tweets_per_day = 3 # enough')
    .replace(x.url, 'http://127.0.0.1:1')
  writeFileSync(file, `${edited}\n[people]\nyou = "ann"\nothers = ["ben", "eva"]\n`)

  writeDemoConfig(file, x, { other: 'eva' })

  const kept = readFileSync(file, 'utf8')
  expect(kept).toContain('max_tweets_per_day = 3 # enough')
  expect(makeHome({ home: home.path }, record()).config).toMatchObject({
    xApi: { baseUrl: x.url },
    people: { you: 'ann', others: ['ben', 'eva'] },
    limits: { maxTweetsPerDay: 3 },
  })
})

test.each(['mode = "nonsense"\n', 'x_api.base_url = "http://127.0.0.1:1"\n', 'no TOML'])(
  'a configuration that does not fit, %j, is told and left as it is',
  async (text) => {
    await using x = await startSimulator({ seed: 7 })
    using home = tempHome()
    const file = join(home.path, 'config.toml')
    writeFileSync(file, text)

    expect(() => writeDemoConfig(file, x)).toThrow(`The demo cannot go on with ${file}`)

    expect(readFileSync(file, 'utf8')).toBe(text)
    expect(readdirSync(home.path)).toEqual(['config.toml'])
  },
)
