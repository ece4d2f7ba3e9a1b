import { join } from 'node:path'
import { DEFAULT_TIMES, scaleTimes } from '@armorer/gateway'
import {
  createOfflineProvider,
  keysFromFile,
  loadConfig,
  type Config,
  type TuitbotOptions,
} from '@tuitbot/core'

export const ACCOUNT = 'default'

/** Where a Tuitbot lives, as one process can tell it to another. */
export interface Home {
  readonly folder: string
  readonly x: string
  readonly token: string
  readonly settings: Readonly<Record<string, string>>
  /** Every span of the gateway's time, as a part of the usual one. */
  readonly pace?: number
}

export function toOptions({ folder, x, token, settings, pace = 1 }: Home): TuitbotOptions {
  return {
    config: loadedConfig(folder, {
      TUITBOT_X_API__BASE_URL: x,
      TUITBOT_PEOPLE__YOU: 'ann',
      ...settings,
    }),
    account: ACCOUNT,
    tokens: () => ({
      get: async () => token,
      renew: async () => token,
      scopes: async () => ['tweet.read', 'tweet.write', 'users.read'],
    }),
    keys: keysFromFile(join(folder, 'master.key')),
    llm: createOfflineProvider(),
    times: scaleTimes(DEFAULT_TIMES, pace),
  }
}

/** What these settings come to where there is no file. */
export function loadedConfig(home = '/nowhere', env: Home['settings'] = {}): Config {
  const loaded = loadConfig({
    home,
    env,
    readFile: () => {
      throw Object.assign(new Error('there is none'), { code: 'ENOENT' })
    },
  })
  if (loaded.kind === 'invalid') throw new Error(JSON.stringify(loaded.problems))
  return loaded.config
}
