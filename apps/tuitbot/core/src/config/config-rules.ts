import { DAYS, isSecureUrl, type ConfigFile } from './config-schema.js'

/** What two settings or more must have in common. */
export interface ConfigRule {
  /** The setting to put right, and those that it is judged by. */
  readonly path: string
  readonly by: readonly string[]
  /** What is wrong, if anything is. */
  readonly judge: (file: ConfigFile) => string | undefined
}

const BUSINESS = [
  'product_description',
  'product_url',
  'target_audience',
  'product_keywords',
  'competitor_keywords',
  'industry_topics',
  'brand_voice',
  'reply_style',
  'content_style',
  'persona_opinions',
  'persona_experiences',
  'content_pillars',
] as const
const SIGNALS = [
  'keyword_relevance_max',
  'follower_count_max',
  'recency_max',
  'engagement_rate_max',
  'reply_count_max',
  'content_type_max',
] as const

/** What is shorter can be guessed. */
const SHORTEST_SECRET = 16

export const configRules: readonly ConfigRule[] = [
  {
    path: 'limits.min_action_delay_seconds',
    by: ['limits.max_action_delay_seconds'],
    judge: ({ limits }) =>
      limits.min_action_delay_seconds > limits.max_action_delay_seconds
        ? 'must not be more than limits.max_action_delay_seconds'
        : undefined,
  },
  {
    path: 'people.others',
    by: ['people.you'],
    judge: ({ people }) => {
      const names = [people.you, ...people.others].map((name) => name.normalize().toLowerCase())
      const twice = names.findIndex((name, index) => names.indexOf(name) !== index)
      return twice < 0 ? undefined : `names ${people.others[twice - 1]} twice: each is one person`
    },
  },
  {
    path: 'approvals.four_eyes',
    by: ['people.others'],
    judge: ({ approvals, people }) =>
      approvals.four_eyes && people.others.length === 0
        ? 'needs somebody else who decides: name them in people.others'
        : undefined,
  },
  {
    path: 'approvals.quorum',
    by: ['people.others', 'approvals.four_eyes'],
    judge: ({ approvals: { quorum, four_eyes: fourEyes }, people }) => {
      // With four eyes, one of them may have asked.
      const most = Math.max(1, people.others.length + (fourEyes ? 0 : 1))
      return quorum > most
        ? `can never be reached: with people.you and people.others it is ${most} at most`
        : undefined
    },
  },
  {
    path: 'approvals.tell',
    by: ['people.you', 'people.others'],
    judge: ({ approvals: { tell }, people }) =>
      tell === undefined || [people.you, ...people.others].includes(tell)
        ? undefined
        : 'must be people.you, or one of people.others',
  },
  {
    path: 'approvals.webhook_secret',
    by: ['approvals.webhook_url'],
    judge: ({ approvals }) =>
      approvals.webhook_url !== undefined &&
      (approvals.webhook_secret?.reveal() ?? '').length < SHORTEST_SECRET
        ? `must be given with approvals.webhook_url, and have at least ${SHORTEST_SECRET} letters: by it the receiver knows that Tuitbot has sent it`
        : undefined,
  },
  {
    path: 'business.product_name',
    by: BUSINESS.map((name) => `business.${name}`),
    judge: ({ business }) =>
      business.product_name === undefined && BUSINESS.some((name) => isSaid(business[name]))
        ? 'must be given with the rest of [business]'
        : undefined,
  },
  {
    path: 'business.product_keywords',
    by: ['business.product_name', 'business.competitor_keywords', 'mode'],
    judge: ({ business, mode }) =>
      mode === 'autopilot' &&
      business.product_name !== undefined &&
      business.product_keywords.length + business.competitor_keywords.length === 0
        ? 'or business.competitor_keywords must be given: autopilot is to look for posts by them'
        : undefined,
  },
  {
    path: 'llm.api_key',
    by: ['llm.provider'],
    judge: ({ llm }) =>
      (llm.provider === 'openai' || llm.provider === 'groq') && llm.api_key === undefined
        ? `must be given for ${llm.provider}, best as TUITBOT_LLM__API_KEY`
        : undefined,
  },
  ...(['base_url', 'model'] as const).map((name) => ({
    path: `llm.${name}`,
    by: ['llm.provider'],
    judge: ({ llm }: ConfigFile) =>
      llm.provider === 'compatible' && llm[name] === undefined
        ? 'must be given for the provider compatible'
        : undefined,
  })),
  {
    path: 'llm.base_url',
    by: ['llm.api_key'],
    judge: ({ llm }) =>
      llm.base_url !== undefined && llm.api_key !== undefined && !isSecureUrl(llm.base_url)
        ? 'must begin with https:// where a key is sent, unless it is on this machine'
        : undefined,
  },
  {
    path: 'scoring.threshold',
    by: SIGNALS.map((name) => `scoring.${name}`),
    judge: ({ scoring }) => {
      const best = SIGNALS.reduce((sum, name) => sum + scoring[name], 0)
      return scoring.threshold > best
        ? `can never be reached: all signals together give ${best}`
        : undefined
    },
  },
  {
    path: 'schedule.preferred_times',
    by: ['limits.max_tweets_per_day'],
    judge: ({ schedule, limits }) => judgeSlots(schedule.preferred_times, limits),
  },
  ...DAYS.map((day) => ({
    path: `schedule.preferred_times_override.${day}`,
    by: ['limits.max_tweets_per_day'],
    judge: ({ schedule, limits }: ConfigFile) =>
      judgeSlots(schedule.preferred_times_override[day] ?? [], limits),
  })),
]

function judgeSlots(times: readonly string[], { max_tweets_per_day: max }: ConfigFile['limits']) {
  return times.length > max
    ? `has ${times.length} times a day, but limits.max_tweets_per_day is ${max}`
    : undefined
}

function isSaid(value: string | readonly string[] | undefined): boolean {
  return value !== undefined && value.length > 0
}
