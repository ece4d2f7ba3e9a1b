import { type Random } from '../random.js'
import { features, topics } from './people.js'

/** Fills the braces of a line. */
export function speak(random: Random, line: string, maker = ''): string {
  return line
    .replaceAll('{maker}', () => maker)
    .replaceAll('{feature}', () => random.pick(features))
    .replaceAll('{topic}', () => random.pick(topics))
    .replaceAll('{n}', () => String(2 + random.int(97)))
}
