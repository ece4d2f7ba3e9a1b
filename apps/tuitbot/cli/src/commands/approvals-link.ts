import { answer } from '../answer.js'
import { approvalId } from '../approval-id.js'
import { type CommandRun } from '../commands.js'
import { timeOf } from '../show.js'
import { withApprovals } from '../with-approvals.js'

export const run: CommandRun = ([id], options, io) =>
  withApprovals(options, io, async ({ links }) => {
    const to = options['for']
    const link = await links.make(approvalId(id), typeof to === 'string' ? to : undefined)
    const served = await isServed(link.url)
    answer(io, options, { ...link, served }, () =>
      [
        link.url,
        `Good once, on this machine, until ${timeOf(link.expiresAt)}.`,
        ...(served ? [] : [NOT_SERVED]),
      ].join('\n'),
    )
    return 0
  })

const NOT_SERVED =
  'But no page of this Tuitbot answers there now. Start one (tuitbot demo, without --no-page), and ask for a link again.'

const PATIENCE_MS = 5_000

/** Whether the link opens. To look decides nothing, and another Tuitbot on that port does not know it. */
async function isServed(url: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(PATIENCE_MS)
    const { ok } = await fetch(url, { method: 'HEAD', redirect: 'error', signal })
    return ok
  } catch {
    return false
  }
}
