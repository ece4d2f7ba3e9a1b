import { type Agent, type RunStore } from '@armorer/agent'
import { createAssistant, openRunStore, type Tuitbot } from '@tuitbot/core'
import { type Options } from './commands.js'
import { type Io } from './io.js'
import { ACCOUNT, llmSettingsOf, openTuitbot, readHome } from './open-home.js'

/** Who asks where the assistant does. It decides nothing. */
export const ASSISTANT = {
  account: ACCOUNT,
  principal: { kind: 'agent', id: 'assistant' },
} as const

export interface Assistance {
  readonly tuitbot: Tuitbot
  readonly agent: Agent
  readonly store: RunStore
}

/** Opens Tuitbot and its assistant for one command, and closes them whatever happens. */
export async function withAssistant(
  options: Options,
  io: Io,
  act: (assistance: Assistance) => Promise<number>,
): Promise<number> {
  const home = readHome(options, io)
  const tuitbot = await openTuitbot(home)
  try {
    const store = await openRunStore(home.config.storage)
    try {
      const agent = createAssistant(tuitbot, llmSettingsOf(home.config), store)
      return await act({ tuitbot, agent, store })
    } finally {
      await store.close()
    }
  } finally {
    await tuitbot.close()
  }
}
