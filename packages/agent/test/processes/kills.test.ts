import { expect, test } from 'vitest'
import { killRuns } from './kills.js'

test('a process killed in the middle of a run leaves neither a second post nor an unsound conversation', async () => {
  // A few points over the whole of the run; the proof tries all of them.
  const { kills } = await killRuns((points) =>
    Array.from({ length: 7 }, (_, index) => Math.floor(((index + 0.5) / 7) * points)),
  )

  expect(kills).toBe(14)
}, 300_000)
