import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { answerControl } from './control/answer-control.js'
import { type App } from './auth/apps.js'
import { allScopes } from './auth/scopes.js'
import { type TokenPair } from './auth/tokens.js'
import { type FaultRule } from './faults/fault.js'
import { send } from './http/deliver.js'
import { plainProblem, problemAnswer } from './http/problem.js'
import { header, readRequest } from './http/request.js'
import { serveX } from './http/serve.js'
import { servePage } from './page/serve-page.js'
import { createSimulation, type Simulation, type SimulatorOptions } from './simulation.js'
import { type ReceivedRequest } from './truth.js'
import { addAccount, getAccount, type NewAccount } from './world/accounts.js'
import { startLife } from './world/life.js'
import { addPost, type NewPost } from './world/posts.js'
import { type Account, type Post } from './world/world.js'
import { keepWorld } from './world/world-file.js'

/** X, without a socket yet. */
export interface Simulator extends Simulation {
  /** Answers requests; hand it to a `node:http` server of your own, or use `startSimulator`. */
  readonly listener: (message: IncomingMessage, response: ServerResponse) => void
  /** The account of this username, which must exist. */
  account(username: string): Account
  addAccount(account: NewAccount): Account
  /** Puts a post into the world as if its author had written it on x.com: no rule is asked. */
  post(username: string, draft: NewPost): Post
  /** A user token without the consent page: every scope, two hours, unless told otherwise. */
  token(username: string, options?: TokenOptions): TokenPair
  /** The demo app's own bearer token. */
  appToken(): string
  /** Scripts what goes wrong; rules are asked in the order in which they came. */
  fault(...rules: FaultRule[]): void
  /** Stops what happens by itself, and keeps the world where it is kept. */
  stop(): void
}

export interface TokenOptions {
  readonly scopes?: readonly string[]
  readonly lifeMs?: number
  readonly app?: App
}

export function createSimulator(options: SimulatorOptions = {}): Simulator {
  const simulation = createSimulation(options)
  const { world, tokens, demoApp, faults } = simulation
  const { worldFile, onKeepError } = options
  const keep = worldFile === undefined ? () => {} : keepWorld(world, worldFile, onKeepError)
  const stopLife = startLife(world, options.eventsPerMinute ?? 0)
  return {
    ...simulation,
    listener(message, response) {
      answer(simulation, message, response).catch((error: unknown) => admit(response, error))
    },
    account: (username) => getAccount(world, username),
    addAccount: (account) => addAccount(world, account),
    post: (username, draft) => addPost(world, getAccount(world, username), draft),
    token(username, { scopes = allScopes, lifeMs, app = demoApp } = {}) {
      const accountId = getAccount(world, username).id
      return tokens.mint({ app, accountId, scopes }, lifeMs)
    },
    appToken: () => tokens.mintForApp(demoApp),
    fault(...rules) {
      for (const rule of rules) faults.add(rule)
    },
    stop() {
      stopLife()
      keep()
    },
  }
}

async function answer(simulation: Simulation, message: IncomingMessage, response: ServerResponse) {
  response.sendDate = false
  const { kind, request } = await readRequest(message)
  if (kind !== 'whole') {
    const entry = simulation.truth.receive(request, false)
    if (kind === 'too-large') refuseRest(response, entry)
    return
  }
  // Only this machine may speak to it: a page elsewhere could otherwise borrow its name.
  if (!/^(?:127\.0\.0\.1|localhost|\[::1\])(?::[0-9]{1,5})?$/.test(header(request, 'host'))) {
    simulation.truth.receive(request).status = 403
    send(response, problemAnswer(plainProblem(403, 'The simulator answers on loopback only.')))
    return
  }
  const control = answerControl(simulation, request)
  if (control) send(response, control)
  else if (!servePage(simulation, request, response)) serveX(simulation, request, response)
}

function refuseRest(response: ServerResponse, entry: ReceivedRequest) {
  entry.status = 413
  response.shouldKeepAlive = false
  send(response, problemAnswer(plainProblem(413)))
}

/** A fault of the simulator itself. It is told, so that nobody takes it for one of X's. */
function admit(response: ServerResponse, error: unknown) {
  if (response.headersSent || response.socket?.destroyed !== false) return response.destroy()
  const why = error instanceof Error ? error.message : String(error)
  return send(response, problemAnswer(plainProblem(500, `The simulator failed: ${why}`)))
}

/** A simulator on a port of its own. */
export interface RunningSimulator extends Simulator, AsyncDisposable {
  /** Where everything is: `http://127.0.0.1:<port>`, without a slash at the end. */
  readonly url: string
  /** Ends every connection, also those that hang. */
  close(): Promise<void>
}

/** Starts a simulator on loopback. Port 0, which is meant unless given, takes any that is free. */
export async function startSimulator(
  options: SimulatorOptions & { readonly port?: number } = {},
): Promise<RunningSimulator> {
  const simulator = createSimulator(options)
  const server = createServer({ keepAliveTimeout: 30_000 }, simulator.listener)
  const port = await listen(server, options.port ?? 0)
  const close = async () => {
    try {
      simulator.stop()
    } finally {
      await endServer(server)
    }
  }
  return { ...simulator, url: `http://127.0.0.1:${port}`, close, [Symbol.asyncDispose]: close }
}

function endServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve())
    server.closeAllConnections()
  })
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('no port was given'))
      else resolve(address.port)
    })
  })
}
