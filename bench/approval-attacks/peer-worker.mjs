import { createInterface } from 'node:readline'

/** A process with one peer in it. Without a name it says which systems there are; else it does what it is told, a line each. */
const { file, name, place } = JSON.parse(process.argv[2])
const { systems } = await import(new URL(`peers/${file}`, import.meta.url))

if (name === undefined) {
  say(systems)
  process.exit()
}

const verbs = await systems.find((system) => system.name === name).open(place)
createInterface({ input: process.stdin })
  .on('line', (line) => void answer(JSON.parse(line)))
  .once('close', () => process.exit())
say({ ready: true })

async function answer({ call, verb, said }) {
  try {
    say({ call, value: (await verbs[verb](said)) ?? null })
  } catch (error) {
    say({ call, refused: String(error.message ?? error) })
  }
}

function say(value) {
  process.stdout.write(`${JSON.stringify(value)}\n`)
}
