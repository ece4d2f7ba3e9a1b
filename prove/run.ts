import { writeFileSync } from 'node:fs'
import { readArguments } from '../scripts/read-arguments.js'
import { listFiles } from '../scripts/workspace.js'
import { type Proof, type Slice, type Trial, type Verdict } from './promise.js'

const { positionals: wanted, values } = readArguments(
  'npm run prove -- [ids] [--slice i/n] [--seed n]',
  {
    allowPositionals: true,
    options: {
      seed: { type: 'string', default: '42' },
      slice: { type: 'string', default: '1/1' },
    },
  },
)
const seed = readSeed(values.seed)
const slice = readSlice(values.slice)
// Each slice begins elsewhere, or all would try the same.
const trial: Trial = { seed: seed + slice.index - 1, slice }
const proofs = choose(await loadProofs(), wanted)

const results = []
for (const proof of proofs) {
  const started = performance.now()
  const { figures, short } = await verdictOf(proof, trial)
  const said = { ...figures, seed }
  const shown = Object.entries(said).map(([name, figure]) => `${name}=${figure}`)
  console.log([proof.id, short === undefined ? 'ok' : 'FALLS SHORT', ...shown].join(' '))
  if (short !== undefined) console.log(`  ${proof.promise}: ${short}`)
  results.push({
    id: proof.id,
    promise: proof.promise,
    ok: short === undefined,
    ...(short !== undefined && { short }),
    figures: said,
    slice: values.slice,
    seconds: Math.round((performance.now() - started) / 100) / 10,
  })
}
writeFileSync('prove/results.json', `${JSON.stringify(results, null, 2)}\n`)
process.exitCode = results.every((result) => result.ok) ? 0 : 1

async function loadProofs(): Promise<Proof[]> {
  const files = listFiles('.', 'prove/promises', /\.ts$/)
  const modules = await Promise.all(
    files.map(
      async (file) => (await import(`../${file.replace(/\.ts$/, '.js')}`)) as { proof: Proof },
    ),
  )
  return modules.map(({ proof }) => proof)
}

function choose(proofs: readonly Proof[], ids: readonly string[]): readonly Proof[] {
  const strangers = ids.filter((id) => !proofs.some((proof) => proof.id === id))
  if (strangers.length > 0) {
    fail(
      `no promise is called ${strangers.join(', ')}; there is ${proofs.map(({ id }) => id).join(', ')}`,
    )
  }
  return ids.length === 0 ? proofs : proofs.filter((proof) => ids.includes(proof.id))
}

async function verdictOf(proof: Proof, how: Trial): Promise<Verdict> {
  try {
    return await proof.run(how)
  } catch (error) {
    return { figures: {}, short: error instanceof Error ? error.message : String(error) }
  }
}

function readSeed(text: string): number {
  const seed = Number(text)
  return Number.isSafeInteger(seed) ? seed : fail(`--seed takes a whole number, not ${text}`)
}

function readSlice(text: string): Slice {
  const [index = 0, of = 0] = text.split('/').map(Number)
  const fits = Number.isInteger(index) && Number.isInteger(of) && index >= 1 && index <= of
  return fits ? { index, of } : fail(`--slice takes i/n with 1 <= i <= n, not ${text}`)
}

function fail(message: string): never {
  console.error(message)
  process.exit(2)
}
