import { expect, test } from 'vitest'
import { openSmallHome } from './small-home.js'

test('a second pause changes nothing, and says so', async () => {
  await using home = await openSmallHome()

  expect((await home.command('pause', 'lunch')).code).toBe(0)
  expect(await home.command('pause', 'tea')).toMatchObject({
    code: 1,
    out: 'already paused: lunch; tuitbot resume lets things leave again\n',
  })
  expect((await home.command('doctor')).out).toContain('paused: lunch;')
})

test('a reason that is empty or too long pauses nothing', async () => {
  await using home = await openSmallHome()

  for (const reason of ['', 'x'.repeat(5_000)]) {
    expect(await home.command('pause', reason)).toMatchObject({
      code: 2,
      err: expect.stringContaining('the reason of a pause'),
    })
  }
  expect((await home.command('doctor')).out).toContain('not paused')
})
