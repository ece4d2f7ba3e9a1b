import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sabotages } from '../scripts/sabotages.js'

test.each(sabotages)('what is to be broken is there exactly once: $name', ({ edits }) => {
  for (const { file, from } of edits) {
    const path = new URL(`../packages/gateway/src/${file}`, import.meta.url)
    expect(readFileSync(path, 'utf8').split(from), `${file}: ${from}`).toHaveLength(2)
  }
})
