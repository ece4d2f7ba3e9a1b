/** Where a value goes: `[section]` and the key in it. */
interface Place {
  readonly section: string
  readonly key: string
}

/** The same text with another value at one place; all else stays as a person has left it. The value is TOML, on one line. */
export function setInToml(text: string, { section, key }: Place, value: string): string {
  const lines = text.split('\n')
  const setting = `${key} = ${value}`
  const begin = lines.findIndex((line) => headerOf(line) === section)
  if (begin < 0) return `${text.trimEnd()}\n\n[${section}]\n${setting}\n`
  const next = lines.findIndex((line, at) => at > begin && headerOf(line) !== undefined)
  const end = next < 0 ? lines.length : next
  const old = lines.findIndex((line, at) => at > begin && at < end && keyOf(line) === key)
  if (old < 0) lines.splice(begin + 1, 0, setting)
  else lines[old] = setting
  return lines.join('\n')
}

function headerOf(line: string): string | undefined {
  return /^\s*\[\s*([\w.-]+)\s*\]/.exec(line)?.[1]
}

function keyOf(line: string): string | undefined {
  return /^\s*([\w-]+)\s*=/.exec(line)?.[1]
}
