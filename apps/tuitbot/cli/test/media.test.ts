import { publish } from '@tuitbot/core'
import { expect, test } from 'vitest'
import { openSmallHome } from './small-home.js'

test('what is attached is shown to who decides, in the list and on the card', async () => {
  await using home = await openSmallHome()
  const { ctx, account } = home.tuitbot
  const agent = { kind: 'agent', id: 'claude' } as const
  const asked = await publish(ctx, agent, { account, text: 'Look.', mediaIds: ['77', '78'] })
  const id = asked.kind === 'needs_approval' ? `${asked.queueId}` : ''

  expect((await home.command('approvals', 'list')).out).toContain('Look.  with 2 media: 77, 78  $')
  expect((await home.command('approvals', 'show', id)).out).toMatch(
    /^ {2}with {6}2 media: 77, 78$/m,
  )
  const { out } = await home.command('approvals', 'show', id, '--json')
  expect(JSON.parse(out)).toMatchObject({ mediaIds: ['77', '78'] })
})
