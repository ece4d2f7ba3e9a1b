/** What the operator says of the product and of how it speaks. None of it comes from strangers. */
export interface Business {
  readonly productName?: string | undefined
  readonly productDescription?: string | undefined
  readonly targetAudience?: string | undefined
  readonly productKeywords?: readonly string[]
  readonly contentPillars?: readonly string[]
  readonly brandVoice?: string | undefined
  readonly replyStyle?: string | undefined
  readonly contentStyle?: string | undefined
  readonly personaOpinions?: readonly string[]
  readonly personaExperiences?: readonly string[]
}

/** How an answer takes up what it answers. */
export const REPLY_STYLES = [
  'agree_and_expand',
  'ask_question',
  'share_experience',
  'add_data',
  'respectful_disagree',
] as const
export type ReplyStyle = (typeof REPLY_STYLES)[number]

/** How a post is built. */
export const POST_STYLES = [
  'list',
  'contrarian_take',
  'most_people_think_x',
  'storytelling',
  'before_after',
  'question',
  'tip',
] as const
export type PostStyle = (typeof POST_STYLES)[number]

interface Slot {
  readonly business?: Business
  /** How many letters there is room for; 280 where it is left out. */
  readonly maxLength?: number
  /** Another number asks for another text. */
  readonly variant?: number
}

/** An answer to what a stranger wrote. */
export interface ReplyRequest extends Slot {
  readonly kind: 'reply'
  readonly to: { readonly author: string; readonly text: string }
  readonly style?: ReplyStyle
  /** Whether the product may be named. */
  readonly mentionProduct?: boolean
}

/** A post of one's own. */
export interface PostRequest extends Slot {
  readonly kind: 'post'
  readonly topic: string
  readonly style?: PostStyle
}

/** The one text that is to be written. Whom it answers, where it goes and whether it goes out is not the writer's matter. */
export type SlotRequest = ReplyRequest | PostRequest

export const DEFAULT_MAX_LENGTH = 280
