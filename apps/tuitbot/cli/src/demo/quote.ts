/** A path as one word of a shell: as it is where it is plain, else in quotes, within which nothing has a meaning. */
export function quote(path: string): string {
  if (process.platform === 'win32') return /\s/.test(path) ? `"${path}"` : path
  return /^[\w@%+=:,./-]+$/.test(path) ? path : `'${path.replaceAll("'", `'\\''`)}'`
}
