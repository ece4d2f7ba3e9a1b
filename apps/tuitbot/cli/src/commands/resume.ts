import { resume, sendApproved } from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'
import { cameAbout, describeDecision } from '../report-decision.js'

/** What was approved meanwhile leaves at once: whether another process runs that would see to it, nobody here knows. */
export const run: CommandRun = (_, options, io) =>
  withTuitbot(options, io, async ({ ctx, account, owner }) => {
    const { paused } = await ctx.gateway.control(account)
    if (paused) await resume(ctx, { account, by: owner, reason: 'resumed at the terminal' })
    const sent = await sendApproved(ctx, account)
    const first = paused ? 'On again: what you approve leaves.' : 'Nothing was paused.'
    answer(io, options, { paused: false, wasPaused: paused, sent }, () =>
      [first, ...sent.map(describeDecision)].join('\n'),
    )
    return sent.every(cameAbout) ? 0 : 1
  })
