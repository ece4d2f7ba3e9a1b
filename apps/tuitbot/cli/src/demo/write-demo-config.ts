import { writeFileSync } from 'node:fs'
import { type RunningSimulator } from '@tuitbot/x-simulator'

export interface DemoSettings {
  readonly perDay?: number
  /** Who decides too: then two must. */
  readonly other?: string | undefined
}

/** The demo's own configuration. It is written anew at each start, since the simulated X has another address each time. */
export function writeDemoConfig(
  path: string,
  { url, demoApp }: RunningSimulator,
  { perDay = 100, other }: DemoSettings = {},
): void {
  const { clientId, clientSecret } = demoApp
  const lines = [
    '# Written by `tuitbot demo` at each start.',
    'mode = "autopilot"',
    'approval_mode = true',
    '',
    '[x_api]',
    `base_url = ${JSON.stringify(url)}`,
    `client_id = ${JSON.stringify(clientId)}`,
    `client_secret = ${JSON.stringify(clientSecret)}`,
    'own_app = true',
    '',
    ...(other === undefined
      ? []
      : ['[people]', `others = [${JSON.stringify(other)}]`, '', '[approvals]', 'quorum = 2', '']),
    '[business]',
    'product_name = "Lantern"',
    'product_description = "A quiet logbook for side projects"',
    'product_keywords = ["side projects", "logbook"]',
    '',
    '[intervals]',
    'mentions_check_seconds = 5',
    '',
    '[limits]',
    `max_replies_per_day = ${perDay}`,
    `max_tweets_per_day = ${perDay}`,
    '',
  ]
  writeFileSync(path, lines.join('\n'), { mode: 0o600 })
}
