import { type LoadedConfig } from './load-config.js'

/** What can be set and what nothing goes by yet: settings, or whole sections of them. */
export const NOT_IN_USE: readonly string[] = [
  'auth',
  'business.product_url',
  'business.product_keywords',
  'business.competitor_keywords',
  'business.industry_topics',
  'scoring',
  'limits.max_threads_per_week',
  'limits.min_action_delay_seconds',
  'limits.max_action_delay_seconds',
  'limits.max_replies_per_author_per_day',
  'limits.product_mention_ratio',
  'intervals.discovery_search_seconds',
  'intervals.content_post_window_seconds',
  'intervals.thread_interval_seconds',
  'schedule',
  // The demo chooses its own.
  'server',
]

/** What someone has set, and waits for in vain. */
export function listNotInUse({
  sources,
}: Pick<Extract<LoadedConfig, { kind: 'ok' }>, 'sources'>): readonly string[] {
  return Object.keys(sources).filter(isNotInUse)
}

export function isNotInUse(path: string): boolean {
  return NOT_IN_USE.some((unused) => path === unused || path.startsWith(`${unused}.`))
}
