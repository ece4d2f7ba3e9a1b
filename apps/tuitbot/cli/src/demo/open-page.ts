import { putPageUrl, type Tuitbot } from '@tuitbot/core'
import { createApp, createLogin, readAssets, serve, type AppOptions } from '@tuitbot/server'

export interface PageOptions {
  readonly tuitbot: Tuitbot
  /** Where the built page lies. */
  readonly folder: string
  readonly port: number
  /** Where the account's posts can be seen. */
  readonly timelineUrl: string
  /** Prints a link that logs in. */
  readonly announce: (link: string) => void
  readonly report: AppOptions['report']
}

export interface Page {
  /** Logs in once. */
  readonly link: string
  close(): Promise<void>
}

/** Serves the page on this machine. */
export async function openPage({
  tuitbot,
  folder,
  port,
  timelineUrl,
  announce,
  report,
}: PageOptions): Promise<Page> {
  let url = ''
  const linkOf = (secret: string) => `${url}/login?token=${secret}`
  const login = createLogin(tuitbot, { announce: (secret) => announce(linkOf(secret)) })
  const assets = readAssets(folder)
  const app = createApp({ tuitbot, login, assets, timelineUrl, report })
  const running = await serve(app, { port })
  url = running.url
  // Links that another process prints lead here.
  try {
    await tuitbot.ctx.db.write((db) => putPageUrl(db, tuitbot.account, url))
  } catch (error) {
    await running.close()
    throw error
  }
  return { link: linkOf(login.issue()), close: () => running.close() }
}
