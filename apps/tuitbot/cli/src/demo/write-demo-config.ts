import { existsSync, renameSync, writeFileSync } from 'node:fs'
import { describeProblem, loadConfig, readConfigFile } from '@tuitbot/core'
import { type RunningSimulator } from '@tuitbot/x-simulator'
import { CliError } from '../report-error.js'
import { setInToml } from './set-in-toml.js'

export interface DemoSettings {
  readonly perDay?: number
  /** Who decides too: then two must. Where nobody is named, those decide who did. */
  readonly other?: string | undefined
}

/**
 * The demo's own configuration. One that is there is a person's to edit: only the address of the simulated X, which is another at
 * each start, and whom `--with` names are put into it.
 */
export function writeDemoConfig(
  path: string,
  x: Pick<RunningSimulator, 'url' | 'demoApp'>,
  settings: DemoSettings = {},
): void {
  const kept = existsSync(path) ? readConfigFile(path) : ''
  const text = kept.trim() === '' ? newConfig(x, settings) : adapt(kept, x.url, settings)
  check(path, text, x.url)
  // Whole or not at all: what a person wrote must not be lost halfway.
  writeFileSync(`${path}.new`, text, { mode: 0o600 })
  renameSync(`${path}.new`, path)
}

function newConfig(
  { url, demoApp: { clientId, clientSecret } }: Pick<RunningSimulator, 'url' | 'demoApp'>,
  { perDay = 100, other }: DemoSettings,
): string {
  const lines = [
    '# Written by `tuitbot demo`. Edit it as you like; each start changes x_api.base_url alone.',
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
  return lines.join('\n')
}

function adapt(kept: string, url: string, { other }: DemoSettings): string {
  const text = setInToml(kept, { section: 'x_api', key: 'base_url' }, JSON.stringify(url))
  if (other === undefined || listOthers(kept).includes(other)) return text
  const named = setInToml(text, { section: 'people', key: 'others' }, `[${JSON.stringify(other)}]`)
  return setInToml(named, { section: 'approvals', key: 'quorum' }, '2')
}

function listOthers(text: string): readonly string[] {
  const judged = judge('', text)
  return judged.kind === 'ok' ? judged.config.people.others : []
}

/** What does not fit the demo is left as it is. */
function check(path: string, text: string, url: string): void {
  const judged = judge(path, text)
  if (judged.kind === 'ok' && judged.config.xApi.baseUrl === url) return
  const problems = judged.kind === 'ok' ? [] : judged.problems.map(describeProblem)
  throw new CliError(
    [`The demo cannot go on with ${path}`, ...problems].join('\n  '),
    'Nothing was started. Mend it or, to get a new one, delete it and try again.',
  )
}

function judge(path: string, text: string) {
  return loadConfig({ env: {}, home: '.', path, readFile: () => text })
}
