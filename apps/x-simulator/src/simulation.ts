import { type App } from './auth/apps.js'
import { createTokens, type Tokens } from './auth/tokens.js'
import { type Clock, realClock } from './clock.js'
import { createFaultScript, type FaultScript } from './faults/fault-script.js'
import { type Rules } from './http/endpoint.js'
import { type Names } from './http/names.js'
import { type Access } from './limits/access.js'
import { createMeter, type Meter } from './limits/meter.js'
import { createRateLimits, type RateLimits } from './limits/rate-limits.js'
import { createRandom, type Random } from './random.js'
import { createTruth, type Truth } from './truth.js'
import { seedCast } from './world/cast.js'
import { findAccount } from './world/accounts.js'
import { createWorld, type World } from './world/world.js'
import { readWorldFile } from './world/world-file.js'

export interface SimulatorOptions {
  /** The same seed and the same requests give the same answers. 1 unless given. */
  readonly seed?: number | string
  /** The real time unless given. */
  readonly clock?: Clock
  /** What contract the demo app has with X. `self-serve` unless given. */
  readonly access?: Access
  /** `cast` has the demo's people and their posts, `empty` has nobody. `cast` unless given. */
  readonly world?: 'cast' | 'empty'
  /**
   * A file that the world is kept in, so that people, posts and their ids are there after a restart. It is written at
   * each post, deletion, like and follow, and at the end. Tokens, limits and prices begin anew. None unless given.
   */
  readonly worldFile?: string
  /** Hears once that the file cannot be written while the world goes on in memory. A line on stderr unless given. */
  readonly onKeepError?: (error: Error) => void
  /** What happens in the world by itself, in events a minute; a function is asked each time. 0 unless given. */
  readonly eventsPerMinute?: number | (() => number)
  /** The names in answers: as asked, or always the same. `asked` unless given. */
  readonly names?: Names | 'asked'
  /** Dollars that the demo app can spend. 1,000 unless given. */
  readonly credits?: number
  /** Posts that may be read before the cap is met. 3,000,000 unless given. */
  readonly postCap?: number
  readonly redirectUris?: App['redirectUris']
  readonly rules?: Partial<Rules>
  /** How many requests and effects the truth keeps. 100,000 unless given. */
  readonly keep?: number
}

/** Everything that a running simulator holds. */
export interface Simulation {
  readonly clock: Clock
  readonly random: Random
  readonly world: World
  readonly apps: Map<string, App>
  readonly demoApp: App
  readonly tokens: Tokens
  readonly limits: RateLimits
  readonly meter: Meter
  readonly truth: Truth
  readonly faults: FaultScript
  readonly rules: Rules
  readonly names: Names | 'asked'
  readonly postCap: number
}

/** The account that the demo is about, and that owns the demo app. */
export const protagonist = 'alice'

export function createSimulation(options: SimulatorOptions): Simulation {
  const clock = options.clock ?? realClock()
  const { seed = 1, worldFile } = options
  const kept = worldFile === undefined ? undefined : readWorldFile(worldFile)
  // A world that goes on does not say again what it said after its last start.
  const random = createRandom(kept === undefined ? seed : `${seed}/${kept.posts.size}`)
  const world = createWorld(clock, random.fork('world'), kept)
  if (kept === undefined && options.world !== 'empty') seedCast(world)
  const demoApp: App = {
    id: '27700001',
    name: 'Demo app',
    clientId: 'demo-client',
    clientSecret: 'demo-secret',
    kind: 'public',
    redirectUris: options.redirectUris ?? 'any-loopback',
    ownerId: findAccount(world, protagonist)?.id,
    access: options.access ?? 'self-serve',
    credits: options.credits ?? 1000,
  }
  return {
    clock,
    random: random.fork('wire'),
    world,
    apps: new Map([[demoApp.clientId, demoApp]]),
    demoApp,
    tokens: createTokens(clock, random.fork('tokens')),
    limits: createRateLimits(clock),
    meter: createMeter(clock),
    truth: createTruth(clock, options.keep ?? 100_000),
    faults: createFaultScript(random.fork('faults')),
    rules: { duplicates: 'refuse', mediaProcessingMs: 3000, ...options.rules },
    names: options.names ?? 'asked',
    postCap: options.postCap ?? 3_000_000,
  }
}
