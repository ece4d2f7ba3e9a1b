import { type HistoryEvent, type Intent, type Principal } from '@armorer/gateway'
import { type Config } from '../config/config-schema.js'

type Terms = Pick<Config, 'people' | 'approvals'>

/** Whoever runs this Tuitbot: terminal and page decide in this name. */
export function ownerOf({ people }: Pick<Config, 'people'>): Principal {
  return { kind: 'person', id: people.you }
}

/** Everybody who decides about what waits. */
export function listDeciders({ people }: Pick<Config, 'people'>): readonly string[] {
  return [people.you, ...people.others]
}

/** One person's yes to something, where it takes several. */
export interface VoiceView {
  readonly by: string
  readonly at: number
}

/** Who decides about something that waits. */
export interface Voices {
  /** Who has approved it as it stands, oldest first. */
  readonly voices: readonly VoiceView[]
  /** Who can still approve it. */
  readonly canApprove: readonly string[]
  /** The same in words; `null` where there is but one who decides. */
  readonly decides: string | null
}

/** With four eyes, neither who asked nor who changed it last approves; an edit takes back all voices before it. */
export function voicesOf(
  config: Terms,
  { state, principal }: Pick<Intent, 'state' | 'principal'>,
  history: readonly HistoryEvent[],
): Voices {
  const lastEdit = history.findLastIndex(({ kind }) => kind === 'edited')
  const voices = history
    .slice(lastEdit + 1)
    .flatMap(({ kind, by, at }) => (kind === 'voted' ? [{ by, at }] : []))
  if (state !== 'awaiting_approval') return { voices, canApprove: [], decides: null }
  const asker = principal.kind === 'person' ? principal.id : undefined
  const wanting = config.approvals.fourEyes ? [asker, history[lastEdit]?.by] : []
  const deciders = listDeciders(config)
  const canApprove = deciders.filter(
    (name) => !wanting.includes(name) && !voices.some(({ by }) => by === name),
  )
  const decides = deciders.length === 1 ? null : say(config, voices, canApprove)
  return { voices, canApprove, decides }
}

/** Who decides about what waits, in general. */
export function sayDeciders(config: Terms): string {
  const { fourEyes, quorum } = config.approvals
  const deciders = listDeciders(config)
  if (deciders.length === 1) return `${config.people.you} alone`
  const many = quorum === 1 ? ANY.format(deciders) : `${quorum} of ${EVERY.format(deciders)}`
  return fourEyes ? `${many}, but not who asked for it or changed it last` : many
}

function say(
  { approvals: { quorum } }: Terms,
  voices: readonly VoiceView[],
  canApprove: readonly string[],
): string {
  const missing = Math.max(1, quorum - voices.length)
  if (canApprove.length < missing) {
    const left = canApprove.length === 0 ? 'nobody is' : 'too few are'
    return `${left} left who could approve it: reject it, or edit it`
  }
  if (voices.length === 0) {
    return quorum === 1
      ? `${ANY.format(canApprove)} decides`
      : `${quorum} of ${EVERY.format(canApprove)} must approve it`
  }
  const approved = EVERY.format(voices.map(({ by }) => by))
  const have = voices.length === 1 ? 'has' : 'have'
  return `${approved} ${have} approved it, and ${missing} more must: ${ANY.format(canApprove)}`
}

const EVERY = new Intl.ListFormat('en', { type: 'conjunction' })
const ANY = new Intl.ListFormat('en', { type: 'disjunction' })
