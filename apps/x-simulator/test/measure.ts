import { fork, spawn } from 'node:child_process'
import { once } from 'node:events'

// Figures of the built package: `tsc -b apps/x-simulator && npm run measure`. The server runs in a
// process of its own, with a full world, and tells what it used; the client's share is not in them.
const dist = new URL('../dist/', import.meta.url)

interface Served {
  readonly url: string
  readonly token: string
  readonly me: string
  readonly post: string
  readonly heapMegabytes: number
  readonly residentMegabytes: number
}

const child = fork(new URL('measure-server.mjs', import.meta.url).pathname, {
  execArgv: ['--expose-gc'],
})
const [served] = (await once(child, 'message')) as [Served]
const { me, post } = served
console.log(
  `1,000 accounts, 10,000 posts: ${served.heapMegabytes.toFixed(0)} MB of heap, ${served.residentMegabytes.toFixed(0)} MB resident`,
)
const kinds: Record<string, (n: number) => Wanted> = {
  'create a post': (n) => ['POST', '/2/tweets', JSON.stringify({ text: `measured ${n}` })],
  'look up a post': () => [
    'GET',
    `/2/tweets/${post}?post.fields=public_metrics&expansions=author_id`,
  ],
  'search, 10 found': () => ['GET', '/2/tweets/search/recent?query=lantern%20-is:reply'],
  'search, 100 found': () => [
    'GET',
    '/2/tweets/search/recent?query=lantern&max_results=100&expansions=author_id',
  ],
  'search, none found': () => ['GET', '/2/tweets/search/recent?query=nothinglikethis'],
  'home timeline, 20': () => [
    'GET',
    `/2/users/${me}/timelines/reverse_chronological?max_results=20`,
  ],
  'mentions, 10': () => ['GET', `/2/users/${me}/mentions`],
  'followers, 100': () => [
    'GET',
    `/2/users/${me}/followers?max_results=100&user.fields=public_metrics`,
  ],
  'counts, all of it': () => ['GET', '/2/tweets/counts/recent?query=lantern'],
}
const cpu = async () => {
  child.send('cpu')
  const [used] = (await once(child, 'message')) as [NodeJS.CpuUsage]
  return (used.user + used.system) / 1000
}
let total = 0
for (const [name, make] of Object.entries(kinds)) {
  await run(served, 200, make)
  const started = await cpu()
  await run(served, 1000, (n) => make(n + 1_000_000))
  const each = ((await cpu()) - started) / 1000
  total += each
  console.log(`${name.padEnd(20)} ${each.toFixed(3)} ms CPU a request`)
}
console.log(
  `${'mean of all'.padEnd(20)} ${(total / Object.keys(kinds).length).toFixed(3)} ms CPU a request`,
)
child.kill()
const starts: number[] = []
for (let index = 0; index < 5; index++) starts.push(await startOnce())
console.log(`start, to the first answer: ${starts.map((ms) => ms.toFixed(0)).join(', ')} ms`)

type Wanted = readonly [method: string, path: string, body?: string]

async function run({ url, token }: Served, times: number, make: (n: number) => Wanted) {
  for (let n = 0; n < times; n++) {
    const [method, path, body] = make(n)
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body !== undefined && { body }),
    })
    await response.arrayBuffer()
    if (response.status >= 400) throw new Error(`${method} ${path}: ${response.status}`)
  }
}

async function startOnce(): Promise<number> {
  const started = performance.now()
  const child = spawn(process.execPath, [
    new URL('main.js', dist).pathname,
    '--port',
    '0',
    '--json',
  ])
  const [line] = (await once(child.stdout, 'data')) as [Buffer]
  const { url } = JSON.parse(line.toString()) as { url: string }
  await (await fetch(`${url}/truth`)).arrayBuffer()
  const taken = performance.now() - started
  child.kill()
  return taken
}
