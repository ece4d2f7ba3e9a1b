export interface Step {
  readonly name: string
  readonly command: readonly string[]
  /** The step whose work it needs, which stands before it. */
  readonly after?: string
}

/** What `npm run check` runs, begun in this order. Each is a command of its own, so that one can be run alone. */
export const steps: readonly Step[] = [
  { name: 'types', command: ['tsc', '-b'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
  { name: 'bundle', command: script('bundle'), after: 'types' },
  { name: 'packages', command: script('check-packages'), after: 'bundle' },
  { name: 'snippets', command: script('check-snippets') },
  { name: 'format', command: ['oxfmt', '--check', '.'] },
  { name: 'boundaries', command: script('check-boundaries') },
  { name: 'umbrella', command: script('check-umbrella') },
  { name: 'lockfile', command: script('check-lockfile') },
  { name: 'unused', command: ['knip', '--no-progress', '--treat-config-hints-as-errors'] },
  { name: 'examples', command: script('check-examples') },
]

function script(name: string): string[] {
  return ['tsx', '--conditions=@armorer/source', `scripts/${name}.ts`]
}
