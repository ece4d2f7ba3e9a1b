import { z } from 'zod'
import { createSecret } from './secret.js'
import { LOOPBACK_HOSTS } from './loopback-hosts.js'
import { type Camelized } from './names.js'

export const DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'] as const

/** What sounds like an advertisement. */
export const DEFAULT_BANNED_PHRASES: readonly string[] = [
  'check out',
  'you should try',
  'I recommend',
  'link in bio',
]

/** What nobody can shut off by a line in a file says so itself. */
const ALWAYS_ENFORCED =
  'cannot be switched off here: lifting the policy is an act of its own, which lasts an hour and is recorded'

/** This machine, as web addresses write it. */
const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/

const on = z.boolean().default(true)
const off = z.boolean().default(false)
const whole = (min: number, max: number, initial: number) =>
  z.int().min(min).max(max).default(initial)
/** Empty is as good as left out, which is how generated files and container settings say it. */
const text = z
  .string()
  .max(2_000)
  .transform((value) => value.trim() || undefined)
  .optional()
const secret = z
  .string()
  .max(2_000)
  .transform((value) => (value.trim() === '' ? undefined : createSecret(value.trim())))
  .optional()
const webhook = z
  .string()
  .max(2_000)
  .refine((value) => value.trim() === '' || isSecureUrl(value.trim()), {
    error: 'must be a web address that begins with https://, unless it is on this machine',
  })
  .transform((value) => (value.trim() === '' ? undefined : createSecret(value.trim())))
  .optional()
/** Plain enough to be read in a list and typed in a terminal. */
const personName = z
  .string()
  .max(40)
  .regex(/^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u, 'must be a name of letters, digits, dots and dashes')
const phrases = z.array(z.string().trim().min(1).max(500)).max(200)
const texts = phrases.default([])
const url = text.refine((value) => value === undefined || isPlainUrl(value), {
  error: 'must be a web address such as https://example.com/v1, without a name, query or fragment',
})
const secureUrl = url.refine((value) => value === undefined || isSecureUrl(value), {
  error: 'must begin with https://, unless it is on this machine',
})
const loopback = z
  .string()
  .refine(
    (host) => LOOPBACK_HOSTS.has(host),
    'must be this machine (127.0.0.1, ::1 or localhost): nothing else is safe yet',
  )
  .default('127.0.0.1')
const port = (initial: number) => whole(1, 65_535, initial)
const time = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 09:30')
const times = z.array(time).max(48)
const day = z.enum(DAYS)

/** The file as it is written. Its names are those that people type; `Config` has them as code does. */
export const configSchema = z.strictObject({
  mode: z.enum(['autopilot', 'composer']).default('autopilot'),
  approval_mode: on,
  x_api: section({
    client_id: text,
    client_secret: secret,
    base_url: secureUrl,
    oauth_base_url: secureUrl,
    access: z.enum(['self-serve', 'enterprise']).default('self-serve'),
    own_app: off,
  }),
  x: section({ ai_replies_approved: off }),
  auth: section({
    mode: z.enum(['manual', 'local_callback']).default('manual'),
    callback_host: loopback,
    callback_port: port(8080),
  }),
  people: section({
    you: personName.default('owner'),
    others: z.array(personName).max(20).default([]),
  }),
  approvals: section({
    four_eyes: off,
    quorum: whole(1, 20, 1),
    tell: personName.optional(),
    first_changes: whole(0, 100, 3),
    link_hours: whole(1, 168, 24),
    webhook_url: webhook,
    webhook_secret: secret,
    command: texts,
    compare: off,
  }),
  policy: section({ enforce: z.literal(true, ALWAYS_ENFORCED).default(true) }),
  business: section({
    product_name: text,
    product_description: text,
    product_url: url,
    target_audience: text,
    product_keywords: texts,
    competitor_keywords: texts,
    industry_topics: texts,
    brand_voice: text,
    reply_style: text,
    content_style: text,
    persona_opinions: texts,
    persona_experiences: texts,
    content_pillars: texts,
  }),
  scoring: section({
    threshold: whole(0, 100, 60),
    keyword_relevance_max: whole(0, 100, 25),
    follower_count_max: whole(0, 100, 15),
    recency_max: whole(0, 100, 10),
    engagement_rate_max: whole(0, 100, 15),
    reply_count_max: whole(0, 100, 15),
    content_type_max: whole(0, 100, 10),
  }),
  limits: section({
    max_replies_per_day: whole(1, 1_000, 5),
    max_tweets_per_day: whole(1, 1_000, 6),
    max_threads_per_week: whole(1, 100, 1),
    min_action_delay_seconds: whole(0, 86_400, 45),
    max_action_delay_seconds: whole(0, 86_400, 180),
    max_replies_per_author_per_day: whole(1, 100, 1),
    banned_phrases: phrases.default([...DEFAULT_BANNED_PHRASES]),
    product_mention_ratio: z.number().min(0).max(1).default(0.2),
  }),
  intervals: section({
    mentions_check_seconds: whole(5, 86_400, 300),
    discovery_search_seconds: whole(5, 86_400, 900),
    content_post_window_seconds: whole(60, 604_800, 10_800),
    thread_interval_seconds: whole(60, 2_592_000, 604_800),
    compare_seconds: whole(60, 86_400, 900),
  }),
  llm: section({
    provider: z.enum(['offline', 'openai', 'groq', 'ollama', 'compatible']).default('offline'),
    api_key: secret,
    model: text,
    base_url: url,
    timeout_seconds: whole(1, 600, 60),
  }),
  storage: section({ db_path: z.string().trim().min(1).max(1_000).default('tuitbot.db') }),
  schedule: section({
    timezone: z
      .string()
      .refine(isTimezone, 'must be a time zone such as Europe/Vienna or UTC')
      .default('UTC'),
    active_hours_start: whole(0, 23, 8),
    active_hours_end: whole(0, 23, 22),
    active_days: z
      .array(day)
      .max(7)
      .default([...DAYS]),
    preferred_times: times.default([]),
    preferred_times_override: section({
      Mon: times.optional(),
      Tue: times.optional(),
      Wed: times.optional(),
      Thu: times.optional(),
      Fri: times.optional(),
      Sat: times.optional(),
      Sun: times.optional(),
    }),
    thread_preferred_day: day.optional(),
    thread_preferred_time: time.default('10:00'),
  }),
  server: section({ host: loopback, port: port(3001) }),
})

export type ConfigFile = z.output<typeof configSchema>

/** What Tuitbot was told, or goes by where nobody said anything. */
export type Config = Camelized<ConfigFile>

function section<Shape extends z.ZodRawShape>(shape: Shape) {
  // Left out is the same as empty: each setting then has its own default.
  return z.strictObject(shape).prefault({} as z.input<z.ZodObject<Shape, z.core.$strict>>)
}

/** A name before the host is how one host passes for another, and how a password gets into a log. */
function isPlainUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, username, password, search, hash } = new URL(address)
  return /^https?:$/.test(protocol) && username + password + search + hash === ''
}

/** Whether a secret may be sent there. */
export function isSecureUrl(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || LOOPBACK.test(hostname)
}

function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format()
    return true
  } catch {
    return false
  }
}
