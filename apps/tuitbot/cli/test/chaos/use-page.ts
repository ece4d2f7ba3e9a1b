import { type ApprovalCard } from '@tuitbot/server'
import { PAUSE_MS, startPart, useOverAndOver, wait, type Life, type Program } from './life.js'

/** Who uses the page, and what it has told them: it goes on where it was when the server is back. */
export interface PageUser {
  /** The number of the text to post next. It stays until there is an answer. */
  next: number
  /** What was said to be posted. */
  readonly posted: string[]
}

/** The HTTP server in a process of its own, under requests that post, and that approve each thing twice at once. */
export async function startServer(program: Program, name: string, user: PageUser): Promise<Life> {
  const { line, kill } = await startPart(program, 'server', name)
  if (line === undefined) throw new Error('the server did not start')
  const send = await logIn(line)
  const posting = useOverAndOver(async () => {
    const text = `The page has thought number ${user.next}`
    const { word } = await send('/api/posts', { text, confirmed: true })
    user.next += 1
    if (word === 'posted' || word === 'already posted') user.posted.push(text)
    await wait(PAUSE_MS)
  })
  const approving = useOverAndOver(() => approveTwice(send))
  return {
    async kill() {
      posting.over()
      approving.over()
      await kill()
      await posting.end()
      await approving.end()
    },
  }
}

type Send = (path: string, body?: unknown) => Promise<{ readonly word?: unknown }>

async function approveTwice(send: Send): Promise<void> {
  // Our own server answers it.
  const cards = Object.values(await send('/api/approvals')) as ApprovalCard[]
  const some = cards.slice(0, 4).flatMap((card) => [card, card])
  // Somebody else may have been quicker with all of them.
  if (some.length === 0) await wait(5)
  await Promise.all(
    some.map(({ id, content }) => send(`/api/approvals/${id}/approve`, { seen: content })),
  )
}

async function logIn(link: string): Promise<Send> {
  const { origin } = new URL(link)
  const opened = await fetch(link, { redirect: 'manual' })
  const cookie = opened.headers.getSetCookie().map((one) => one.split(';')[0])
  const headers = {
    cookie: cookie.join('; '),
    origin,
    'content-type': 'application/json',
    'x-tuitbot': 'page',
  }
  return async (path, body) => {
    const response = await fetch(
      `${origin}${path}`,
      body === undefined ? { headers } : { headers, method: 'POST', body: JSON.stringify(body) },
    )
    const text = await response.text()
    // Who comes second is refused, and so is what a limit forbids; all else would be a fault.
    if (![200, 403, 409].includes(response.status)) {
      throw new Error(`${path} answered ${response.status}: ${text}`)
    }
    return Object(JSON.parse(text))
  }
}
