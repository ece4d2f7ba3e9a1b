/** Where a setting was made. What nobody has set has no source. */
export type ConfigSource =
  | { readonly kind: 'file'; readonly file: string }
  | { readonly kind: 'env'; readonly name: string }
  | { readonly kind: 'flag'; readonly name: string }

/** Something that must be put right before anything starts. */
export interface ConfigProblem {
  /** As it is written in the file: `limits.max_replies_per_day`. Empty where the whole file is meant. */
  readonly path: string
  readonly message: string
  /** Both counted from 1, where the source is a file that could be read. */
  readonly line?: number
  readonly column?: number
  readonly source: ConfigSource
}

/** One line for a terminal or a log: `config.toml:3:1: limits.max_replies_per_day must be at least 1, not 0`. */
export function describeProblem({ path, message, line, column, source }: ConfigProblem): string {
  const what = path === '' ? message : `${path} ${message}`
  switch (source.kind) {
    case 'file':
      return `${source.file}${line === undefined ? '' : `:${line}:${column}`}: ${what}`
    case 'env':
      return `${source.name}: ${what}`
    case 'flag':
      return `--${source.name}: ${what}`
  }
}
