#!/usr/bin/env node
import { parseArgs } from 'node:util'
import { realClock, virtualClock } from './clock.js'
import { type Access } from './limits/access.js'
import { startSimulator } from './simulator.js'

const help = `x-simulator: X's API v2 on loopback

Usage: x-simulator [options]

  --port <number>      Port on 127.0.0.1; 0 takes a free one.            [4010]
  --seed <text>        The same seed makes the same world.               [1]
  --access <level>     self-serve, enterprise or not-enrolled.           [self-serve]
  --events <number>    What happens by itself, in events a minute.       [8]
  --clock <time>       Stand still at this time until told to move;
                       without it, the real time runs.
  --world <kind>       cast, or empty.                                   [cast]
  --credits <dollars>  What the demo app can spend.                      [1000]
  --json               Say where everything is as one line of JSON.
  --help               Show this.

Nothing that happens here reaches x.com. Stop with Ctrl-C.`

const { values } = read()
if (values.help) {
  console.log(help)
  process.exit(0)
}

const x = await startSimulator({
  port: whole('port', values.port, 65_535),
  seed: values.seed,
  access: oneOf<Access>('access', values.access, ['self-serve', 'enterprise', 'not-enrolled']),
  world: oneOf('world', values.world, ['cast', 'empty']),
  eventsPerMinute: values.clock === undefined ? whole('events', values.events, 6000) : 0,
  credits: whole('credits', values.credits, 1_000_000),
  clock: values.clock === undefined ? realClock() : clockAt(values.clock),
  keep: 10_000,
}).catch((error: unknown) => {
  console.error(`x-simulator: ${whyNot(error)}`)
  process.exit(1)
})

const maker = values.world === 'empty' ? undefined : x.token('alice')
const places = {
  url: x.url,
  page: `${x.url}/`,
  api: `${x.url}/2`,
  authorize: `${x.url}/i/oauth2/authorize`,
  token: `${x.url}/2/oauth2/token`,
  truth: `${x.url}/truth`,
  clientId: x.demoApp.clientId,
  clientSecret: x.demoApp.clientSecret,
  appToken: x.appToken(),
  ...(maker && {
    account: 'alice',
    userId: x.account('alice').id,
    accessToken: maker.accessToken,
    refreshToken: maker.refreshToken,
  }),
}

if (values.json) console.log(JSON.stringify(places))
else {
  console.log(`X is simulated at ${x.url}\n`)
  for (const [name, value] of Object.entries(places)) console.log(`  ${name.padEnd(13)} ${value}`)
  console.log(`\nOpen ${x.url}/ to watch the timeline. Stop with Ctrl-C.`)
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  // Not only once: a terminal and the program that started this one may each pass it on.
  process.on(signal, () => void x.close().then(() => process.exit(0)))
}

function read() {
  try {
    return parseArgs({
      options: {
        port: { type: 'string', default: '4010' },
        seed: { type: 'string', default: '1' },
        access: { type: 'string', default: 'self-serve' },
        events: { type: 'string', default: '8' },
        clock: { type: 'string' },
        world: { type: 'string', default: 'cast' },
        credits: { type: 'string', default: '1000' },
        json: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    return fail(error instanceof Error ? error.message : String(error))
  }
}

function whole(name: string, given: string, most: number): number {
  if (/^[0-9]{1,9}$/.test(given) && Number(given) <= most) return Number(given)
  return fail(`--${name} takes a whole number up to ${most}, not ${given}`)
}

function oneOf<Value extends string>(name: string, given: string, values: readonly Value[]): Value {
  const found = values.find((value) => value === given)
  return found ?? fail(`--${name} takes ${values.join(', ')}; not ${given}`)
}

function clockAt(time: string) {
  if (Number.isNaN(Date.parse(time)))
    return fail(`--clock takes a time, as 2026-09-01T09:00:00Z; not ${time}`)
  return virtualClock(time)
}

function whyNot(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const isTaken = 'code' in error && error.code === 'EADDRINUSE'
  return isTaken ? `port ${values.port} is taken: give another, or --port 0` : error.message
}

function fail(why: string): never {
  console.error(`x-simulator: ${why}\nTry --help.`)
  process.exit(2)
}
