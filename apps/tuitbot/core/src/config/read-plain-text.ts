import { type Setting } from './settings.js'

const TRUTH: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['yes', true],
  ['on', true],
  ['1', true],
  ['false', false],
  ['no', false],
  ['off', false],
  ['0', false],
])

/** What a text means for a setting that is of another kind. What cannot be read stays text, and is refused as such. */
export function readPlainText(text: string, { kind }: Setting): unknown {
  switch (kind) {
    case 'text':
      return text
    case 'number':
      return /^\s*[+-]?\d+(?:\.\d+)?\s*$/.test(text) ? Number(text) : text
    case 'truth':
      return TRUTH.get(text.trim().toLowerCase()) ?? text
    case 'list':
      return text
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== '')
  }
}
