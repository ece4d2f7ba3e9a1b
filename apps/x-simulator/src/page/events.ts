import { type ServerResponse } from 'node:http'
import { type Simulation } from '../simulation.js'
import { type Account, type WorldEvent } from '../world/world.js'
import { figures } from './figures.js'
import { noticeOf, renderNotice } from './render-notice.js'
import { renderPost } from './render-post.js'

const tickMs = 1000
const quietTicks = 15
const mostWaitingBytes = 1024 * 1024

/** Sends what happens to a page, for as long as it listens. */
export function streamEvents(
  simulation: Simulation,
  account: Account | undefined,
  response: ServerResponse,
): void {
  const { world } = simulation
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
  const say = (data: object) => {
    // A page that sleeps must not fill the memory; it connects again when it wakes.
    if (response.writableLength > mostWaitingBytes) response.destroy()
    else response.write(`data: ${JSON.stringify({ now: world.clock.now(), ...data })}\n\n`)
  }
  const listener = (event: WorldEvent) => say(toMessage(simulation, event, account))
  let told = JSON.stringify(figures(simulation))
  let quiet = 0
  const timer = setInterval(() => {
    const present = figures(simulation)
    const text = JSON.stringify(present)
    quiet = text === told ? quiet + 1 : 0
    if (text !== told || quiet % quietTicks === 0) say({ figures: present })
    told = text
  }, tickMs)
  timer.unref()
  world.listeners.add(listener)
  response.on('close', () => {
    clearInterval(timer)
    world.listeners.delete(listener)
  })
  say({ figures: figures(simulation) })
}

function toMessage(simulation: Simulation, event: WorldEvent, account: Account | undefined) {
  const { world } = simulation
  const notice = account && noticeOf(world, event, account)
  return {
    ...(event.kind === 'post' && { post: renderPost(world, event.post, true).html }),
    ...(event.kind === 'delete' && { gone: event.post.id }),
    ...(event.kind === 'like' && { likes: { id: event.post.id, count: event.post.likes.size } }),
    ...(notice && { notice: renderNotice(world, notice, true).html }),
    figures: figures(simulation),
  }
}
