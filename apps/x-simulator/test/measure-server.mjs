import { startSimulator } from '../dist/index.js'

// Plain JavaScript, so that no compiler sits in the process that is measured.
const limited = [
  'POST /2/tweets',
  'GET /2/tweets/:id',
  'GET /2/tweets/search/recent',
  'GET /2/users/:id/timelines/reverse_chronological',
  'GET /2/users/:id/mentions',
  'GET /2/users/:id/followers',
  'GET /2/tweets/counts/recent',
]
const megabyte = 1024 * 1024

const before = process.memoryUsage().heapUsed
const x = await startSimulator({ seed: 7 })
for (const line of limited) x.limits.override(line, {})
const alice = x.account('alice')
while (x.world.accounts.size < 1000) {
  const index = x.world.accounts.size
  const account = x.addAccount({ username: `user_${index}`, name: `User ${index}` })
  alice.followers.set(account.id, account.createdAt)
  account.following.set(alice.id, account.createdAt)
  if (index % 5 === 0) alice.following.set(account.id, account.createdAt)
}
const everyone = [...x.world.accounts.values()]
while (x.world.posts.size < 10_000) {
  const index = x.world.posts.size
  const call = index % 10 === 0 ? '@alice ' : ''
  const text = `${call}note ${index} on lantern, a logbook for side projects #n${index % 50} https://example.com/${index}`
  x.post(everyone[index % everyone.length].username, { text })
}
globalThis.gc?.()
const { heapUsed, rss } = process.memoryUsage()
process.send({
  url: x.url,
  token: x.token('alice').accessToken,
  me: alice.id,
  post: alice.posts[0].id,
  heapMegabytes: (heapUsed - before) / megabyte,
  residentMegabytes: rss / megabyte,
})
process.on('message', () => process.send(process.cpuUsage()))
