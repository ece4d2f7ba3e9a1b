import { expect, test, vi } from 'vitest'
import { openSmallHome } from './small-home.js'

test('the doctor says which settings nothing goes by yet', async () => {
  await using home = await openSmallHome({ TUITBOT_SCHEDULE__TIMEZONE: 'Europe/Vienna' })

  expect((await home.command('doctor')).out).toMatch(
    /^ok {4}settings {7}not in use yet: business\.product_keywords, schedule\.timezone$/m,
  )
})

test('the doctor says how a pause is ended', async () => {
  await using home = await openSmallHome()
  await home.command('pause', 'lunch')

  expect((await home.command('doctor')).out).toMatch(
    /^MIND {2}pause {10}paused: lunch; tuitbot resume lets things leave again$/m,
  )
})

test('the doctor says what fails again and again', async () => {
  await using home = await openSmallHome()
  expect((await home.command('doctor')).out).toMatch(/^ok {4}loops {10}nothing fails$/m)
  home.x.fault({ method: 'GET', path: '/2/users/*/mentions', fault: DOWN })

  const stop = home.tuitbot.start()
  await vi.waitFor(async () =>
    expect((await home.command('doctor')).out).toMatch(
      /^MIND {2}loops {10}answering mentions has failed since [-\d]+ [:\d]+: .*X/m,
    ),
  )
  await stop()
})

const DOWN = { kind: 'status', status: 403, when: 'before' } as const
