import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { startSimulator, type RunningSimulator } from '@tuitbot/x-simulator'
import { createAccessTokens } from '../../src/x-api/oauth/create-access-tokens.js'
import { createOAuthClient } from '../../src/x-api/oauth/oauth-client.js'
import { openFolder } from '../storage/storage-folder.js'
import { type RefreshOrder } from './refresh-order.js'

type Home = Awaited<ReturnType<typeof openFolder>>

/** Processes that meet an ended token at the same moment renew it once, and all go on with the same new one. */
export async function oneProcessRenews({
  processes,
  rounds,
}: {
  processes: number
  rounds: number
}) {
  await using x = await startSimulator()
  await using home = await openFolder()
  const workers = await startWorkers(processes, { ...placesOf(home, x), dies: false })
  try {
    for (let round = 1; round <= rounds; round++) {
      await connect(home, x, 'alice')
      const answers = await Promise.all(workers.map((worker) => ask(worker, 'alice')))
      const given = new Set(answers.map((answer) => JSON.stringify(answer)))
      if (given.size !== 1) throw new Error(`round ${round}: ${[...given].join(', ')}`)
      const stored = await home.store.find('alice')
      if (!given.has(JSON.stringify({ token: stored?.accessToken }))) {
        throw new Error(`round ${round}: ${[...given].join()} is not what is kept`)
      }
      if (count(x, 'token.refresh') !== round) {
        throw new Error(`round ${round}: ${count(x, 'token.refresh')} renewals`)
      }
    }
  } finally {
    for (const worker of workers) worker.kill('SIGKILL')
  }
  const calls = x.truth.requests().filter(({ path }) => path === '/2/oauth2/token').length
  return { calls, revocations: count(x, 'token.revoke-family') }
}

/** A process dies after X has given a new pair and before it is kept: the person is asked, and X is left in peace. */
export async function aLostPairAsksForALogin({ runs }: { runs: number }) {
  await using x = await startSimulator()
  await using home = await openFolder()
  for (let run = 0; run < runs; run++) {
    const account = `account ${run}`
    await connect(home, x, account)
    const [worker] = await startWorkers(1, { ...placesOf(home, x), dies: true })
    if (!worker) throw new Error('no process was started')
    const before = calls(x)
    worker.send(account)
    await once(worker, 'exit')
    if (calls(x) !== before + 1) throw new Error('X was not asked before the process died')
    const oauth = createOAuthClient({ app: { clientId: 'demo-client' }, tokenBaseUrl: x.url })
    const tokens = createAccessTokens({ account, store: home.store, oauth, owner: 'next' })
    for (let again = 0; again < 5; again++) {
      const outcome = await tokens.get().then(
        () => 'a token',
        (error: Error) => error.message,
      )
      if (!outcome.startsWith('the login has ended')) throw new Error(`run ${run}: ${outcome}`)
    }
    if (calls(x) !== before + 2)
      throw new Error(`run ${run}: X was asked ${calls(x) - before} times`)
  }
}

async function startWorkers(number: number, order: RefreshOrder): Promise<ChildProcess[]> {
  const file = new URL('./refresh-worker.ts', import.meta.url)
  const workers = Array.from({ length: number }, () =>
    fork(file, [JSON.stringify(order)], {
      execArgv: ['--conditions=@armorer/source', '--import', 'tsx'],
    }),
  )
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  return workers
}

async function ask(worker: ChildProcess, account: string): Promise<unknown> {
  const answer = once(worker, 'message')
  worker.send(account)
  return (await answer)[0]
}

/** A login whose token has ended. */
async function connect({ store }: Home, x: RunningSimulator, account: string): Promise<void> {
  const { accessToken, refreshToken, scopes } = x.token('alice')
  if (refreshToken === undefined) throw new Error('there is no refresh token')
  const now = Date.now()
  await store.replace(account, { accessToken, refreshToken, scopes, expiresAt: now }, now)
}

function placesOf({ file, keyFile }: Home, { url }: RunningSimulator) {
  return { file, keyFile, url }
}

function calls(x: RunningSimulator): number {
  return x.truth.requests().filter(({ path }) => path === '/2/oauth2/token').length
}

function count(x: RunningSimulator, kind: string): number {
  return x.truth.effects().filter((effect) => effect.kind === kind).length
}
