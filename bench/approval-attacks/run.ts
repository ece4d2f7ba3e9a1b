import { postgresGround, sqliteGround } from '../../packages/gateway/test/attacks-ground.js'
import { createFleet, type Fleet } from '../../packages/gateway/test/harness/fleet.js'
import { createDatabase } from '../../packages/gateway/test/harness/postgres-databases.js'
import { startPostgres } from '../../packages/gateway/test/harness/postgres-server.js'
import { readArguments } from '../../scripts/read-arguments.js'
import { attackOurs } from './attack-ours.js'
import { attackPeer } from './attack-peer.js'
import { toTable, type Column } from './finding.js'
import { areInstalled, listPeers, versionOf, type PeerSystem } from './peer-process.js'

const PARTS = ['sqlite', 'postgres', 'peers']
const { values } = readArguments(
  `npm run attacks -- [--only ${PARTS.join('|')}] [--schedules n] [--seed n]`,
  {
    options: {
      schedules: { type: 'string', default: '10000' },
      seed: { type: 'string', default: '1' },
      only: { type: 'string' },
    },
  },
)
const [schedules, seed] = [Number(values.schedules), Number(values.seed)]
if (!(Number.isSafeInteger(schedules) && schedules > 0 && Number.isSafeInteger(seed))) {
  console.error('--schedules and --seed are whole numbers')
  process.exit(2)
}
if (values.only !== undefined && !PARTS.includes(values.only)) {
  console.error(`--only is one of ${PARTS.join(', ')}`)
  process.exit(2)
}

await using fleet = await createFleet()
await using postgres = isWanted('postgres') || isWanted('peers') ? await findPostgres() : undefined
const ours = await tryOurs()
const peers = isWanted('peers') && areInstalled() ? await listPeers() : []
const theirs = await tryPeers(peers)

const WE_LEAVE =
  'a key that is not in the database (approvalKeys): without one, who can write there and works the seal of an approval out ' +
  'anew is not stopped; the record then shows a dispatch that was not approved'

console.log(`\n${toTable([...ours, ...theirs])}\n`)
console.log(
  'ok: the far side saw what a person had decided on, and nothing else; 2 for 1: it saw two where one was due; ' +
    'none: there is no such feature to attack. Edited at rest: arguments are changed wherever they stand, and nothing that ' +
    'follows from them is worked out anew.\n',
)
if (ours.length > 0) console.log(`Armorer\n  leaves to the application: ${WE_LEAVE}`)
for (const { name, packages, store, leaves, none } of peers) {
  console.log(`${name} (${packages.map(versionOf).join(', ')}; ${store})`)
  console.log(`  leaves to the application: ${leaves}`)
  for (const [attack, why] of Object.entries(none)) console.log(`  ${attack}: none, ${why}`)
}
if (isWanted('peers') && !areInstalled())
  console.log('No peer is installed: npm ci --prefix bench/approval-attacks')
if (isWanted('postgres') && !postgres)
  console.log('Nothing was tried on Postgres: set DATABASE_URL, or install PostgreSQL')

const isWrong = ours
  .flatMap(({ findings }) => Object.values(findings))
  .some((finding) => finding.kind === 'tried' && finding.wrong > 0)
process.exitCode = isWrong ? 1 : 0

function isWanted(part: string): boolean {
  return values.only === undefined || values.only === part
}

async function tryOurs(): Promise<Column[]> {
  const onPostgres = isWanted('postgres') && postgres && postgresGround(postgres.url)
  const grounds = {
    ...(isWanted('sqlite') && { 'Armorer, SQLite': sqliteGround }),
    ...(onPostgres && { 'Armorer, Postgres': onPostgres }),
  }
  const columns: Column[] = []
  for (const [name, ground] of Object.entries(grounds)) {
    columns.push({ name, findings: await attackOurs(name, { schedules, seed, fleet, ground }) })
  }
  return columns
}

async function tryPeers(systems: readonly PeerSystem[]): Promise<Column[]> {
  const columns: Column[] = []
  for (const system of systems) {
    if (system.needs === 'postgres' && !postgres) continue
    console.log(`${system.name} …`)
    columns.push({ name: system.name, findings: await onOwnDatabase(system, fleet) })
  }
  return columns
}

async function onOwnDatabase(system: PeerSystem, far: Fleet) {
  if (!postgres) return attackPeer(system, { fleet: far, postgres: undefined })
  await using database = await createDatabase(postgres.url)
  // Without the wait the database would be gone before the first attack.
  return await attackPeer(system, { fleet: far, postgres: database.url })
}

/** The server that is named, or one of our own; `undefined` where there is none to be had. */
async function findPostgres() {
  const url = process.env['DATABASE_URL']
  if (url !== undefined) return { url, [Symbol.asyncDispose]: async () => undefined }
  return startPostgres().catch(() => undefined)
}
