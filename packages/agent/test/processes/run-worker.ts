import { openWorld } from './world.js'

// node worker.mjs <folder> <store> [point at which it is killed]
const [folder = '', kind = 'sqlite', killAt] = process.argv.slice(2)
let points = 0
const world = await openWorld(folder, kind === 'jsonl' ? 'jsonl' : 'sqlite', () => {
  points += 1
  if (String(points) === killAt) process.kill(process.pid, 'SIGKILL')
})
const { stop } = await world.run()
await world.close()
console.log(JSON.stringify({ points, stop: stop.kind }))
