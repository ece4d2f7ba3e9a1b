import { readFileSync } from 'node:fs'

/** As `package.json` says. */
export function readVersion(): string {
  const text = readFileSync(new URL('../package.json', import.meta.url), 'utf8')
  return String(Reflect.get(Object(JSON.parse(text)), 'version'))
}
