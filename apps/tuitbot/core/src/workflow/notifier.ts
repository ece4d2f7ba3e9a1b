import { type DescribedIntent, type Notifier } from '@armorer/gateway'
import { commandNotifier, webhookNotifier } from '@armorer/gateway/notifiers'
import { type Config } from '../config/config-schema.js'
import { type ApprovalLinks } from './approval-links.js'

export interface NotifierOptions {
  readonly links: Pick<ApprovalLinks, 'toLink'>
  /** Of several processes one tells. */
  readonly takeTurn: () => Promise<boolean>
  /** Told once of each approval that somebody could not be told of. */
  readonly onFailure: (approval: DescribedIntent, error: unknown) => void
  /** Told of each that everybody has heard of. */
  readonly onTold: () => void
}

/** Tells those of what waits whom the configuration names, with a link by which that person decides; `undefined` where it names none. */
export function createNotifier(
  config: Config,
  { links, takeTurn, onFailure, onTold }: NotifierOptions,
): Notifier | undefined {
  const channels = channelsOf(config)
  if (channels.length === 0) return undefined
  const tell = config.approvals.tell ?? config.people.you
  const reached = new Map<string, Set<Notifier>>()
  const failed = new Set<string>()

  return async (approval) => {
    if (!(await takeTurn())) throw new Error('another process tells of it')
    const { id } = approval.intent
    const told = reached.get(id) ?? new Set()
    reached.set(id, told)
    const withLink = await addLink(approval, links, tell)
    const results = await Promise.allSettled(
      // Whoever has heard of it is not told again because another could not be reached.
      channels.map(async (channel) => {
        if (!told.has(channel)) await channel(withLink)
        told.add(channel)
      }),
    )
    const failure = results.find((result) => result.status === 'rejected')
    if (failure) {
      if (!failed.has(id)) onFailure(approval, failure.reason)
      failed.add(id)
      throw failure.reason
    }
    reached.delete(id)
    failed.delete(id)
    onTold()
  }
}

function channelsOf({ approvals }: Config): Notifier[] {
  const { webhookUrl, webhookSecret, command } = approvals
  const [program, ...args] = command
  return [
    ...(webhookUrl && webhookSecret
      ? [webhookNotifier({ url: webhookUrl.reveal(), secret: webhookSecret.reveal() })]
      : []),
    ...(program === undefined ? [] : [commandNotifier({ command: program, args })]),
  ]
}

async function addLink(
  approval: DescribedIntent,
  links: NotifierOptions['links'],
  to: string,
): Promise<DescribedIntent> {
  const { url } = await links.toLink(approval.intent, to)
  return { ...approval, preview: { ...Object(approval.preview), link: url } }
}
