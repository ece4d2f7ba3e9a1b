import { existsSync } from 'node:fs'
import { join } from 'node:path'
import {
  createAccessTokens,
  createLlmProvider,
  createOAuthClient,
  createSecretBox,
  createTokenStore,
  createTuitbot,
  describeProblem,
  keysFromFile,
  keysFromText,
  listNotInUse,
  loadConfig,
  ProviderError,
  readConfigFile,
  StorageError,
  ToolkitError,
  type AccessTokens,
  type Config,
  type ConfigPlace,
  type Database,
  type KeySource,
  type LlmSettings,
  type LoadedConfig,
  type SecretBox,
  type Tuitbot,
} from '@tuitbot/core'
import { type Options } from './commands.js'
import { type Io } from './io.js'
import { makeFolder } from './make-folder.js'
import { CliError } from './report-error.js'

/** The one account that there is, until there are several. */
export const ACCOUNT = 'default'

export interface Home {
  readonly config: Config
  readonly place: ConfigPlace
  /** What was set, and what nothing goes by yet. */
  readonly notInUse: readonly string[]
  readonly keys: KeySource
  readonly box: SecretBox
  /** Nothing is done here that a change of the rules would bear on. */
  readonly onlyLooks: boolean
}

/** Reads the configuration and the key of a home that is there. Whatever is wrong with it is told at once. */
export function readHome(options: Options, io: Io): Home {
  const loaded = readSettings(options, io)
  const { config, place } = loaded
  if (![config.storage.dbPath, keyFileOf(place)].some((file) => existsSync(file))) {
    throw new CliError(`There is no Tuitbot in ${place.home}`, HOW_TO_BEGIN)
  }
  return { ...openKeys(loaded, io), onlyLooks: options['onlyLooks'] === true }
}

/** The same, and makes what is not there yet. */
export function makeHome(options: Options, io: Io): Home {
  const loaded = readSettings(options, io)
  makeFolder(loaded.place.home)
  return { ...openKeys(loaded, io), onlyLooks: false }
}

const HOW_TO_BEGIN = [
  'To try Tuitbot without an account at X, run: tuitbot demo',
  'If one runs already, type the line that it printed here first: export TUITBOT_HOME=…',
].join('\n')

type Settings = Extract<LoadedConfig, { readonly kind: 'ok' }>

function readSettings({ home, config }: Options, { env }: Io): Settings {
  const loaded = loadConfig({
    env,
    home: textOf(home),
    path: textOf(config),
    readFile: readConfigFile,
  })
  if (loaded.kind === 'invalid') {
    throw new CliError(
      ['The configuration cannot be used:', ...loaded.problems.map(describeProblem)].join('\n  '),
      'Nothing was started. Mend these and try again.',
    )
  }
  return loaded
}

function openKeys(loaded: Settings, { env }: Io): Omit<Home, 'onlyLooks'> {
  const { config, place } = loaded
  const key = env['TUITBOT_MASTER_KEY']
  const keyFile = keyFileOf(place)
  const keys =
    key === undefined ? keysFromFile(keyFile, { sealed: config.storage.dbPath }) : keysFromText(key)
  const box = openBox(keys, key === undefined ? keyFile : 'TUITBOT_MASTER_KEY')
  return { config, place, notInUse: listNotInUse(loaded), keys, box }
}

function keyFileOf({ home }: ConfigPlace): string {
  return join(home, 'master.key')
}

function openBox(keys: KeySource, place: string): SecretBox {
  try {
    return createSecretBox(keys)
  } catch (error) {
    if (!(error instanceof StorageError)) throw error
    const hint = `It was read from ${place}. Put back the one that was there: without it, what it sealed cannot be read.`
    // Where the file itself is the trouble, the message names it and says what to do.
    const isNamed = error.message.includes(place)
    throw new CliError(error.message, isNamed ? undefined : hint, { cause: error })
  }
}

/** Tuitbot as this home has it. */
export async function openTuitbot(home: Home): Promise<Tuitbot> {
  const { config } = home
  try {
    return await createTuitbot({
      config,
      account: ACCOUNT,
      tokens: (db) => tokensOf(home, db),
      keys: home.keys,
      onlyLooks: home.onlyLooks,
      llm: createLlmProvider(llmSettingsOf(config)),
    })
  } catch (error) {
    if (!(error instanceof ProviderError || error instanceof ToolkitError)) throw error
    throw new CliError(
      `X did not say who you are: ${error.message}`,
      `Tuitbot looked in ${home.place.home}.\n${HOW_TO_BEGIN}`,
      { cause: error },
    )
  }
}

/** Opens Tuitbot for one command, and closes it whatever happens. */
export async function withTuitbot(
  options: Options,
  io: Io,
  act: (tuitbot: Tuitbot) => Promise<number>,
): Promise<number> {
  const tuitbot = await openTuitbot(readHome(options, io))
  try {
    return await act(tuitbot)
  } finally {
    await tuitbot.close()
  }
}

/** The model's settings, its key in the clear. */
export function llmSettingsOf({ llm }: Config): LlmSettings {
  const { apiKey, timeoutSeconds, ...rest } = llm
  return { ...rest, apiKey: apiKey?.reveal(), timeoutMs: timeoutSeconds * 1000 }
}

/** The tokens that this home holds, renewed by one process at a time. */
export function tokensOf({ config, box }: Home, db: Database): AccessTokens {
  const { clientId = '', clientSecret, baseUrl, oauthBaseUrl } = config.xApi
  const tokenBaseUrl = oauthBaseUrl ?? baseUrl
  return createAccessTokens({
    account: ACCOUNT,
    store: createTokenStore(db, box),
    oauth: createOAuthClient({
      app: { clientId, ...(clientSecret && { clientSecret: clientSecret.reveal() }) },
      ...(tokenBaseUrl !== undefined && { tokenBaseUrl }),
    }),
    owner: crypto.randomUUID(),
  })
}

function textOf(value: string | boolean | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined
}
