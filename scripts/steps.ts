/** What `npm run check` runs, in this order. Each is a command of its own, so that one can be run alone. */
export const steps: ReadonlyArray<{ readonly name: string; readonly command: readonly string[] }> =
  [
    { name: 'format', command: ['oxfmt', '--check', '.'] },
    { name: 'lint', command: ['oxlint', '--deny-warnings'] },
    { name: 'types', command: ['tsc', '-b'] },
    { name: 'bundle', command: script('bundle') },
    { name: 'boundaries', command: script('check-boundaries') },
    { name: 'umbrella', command: script('check-umbrella') },
    { name: 'lockfile', command: script('check-lockfile') },
    { name: 'packages', command: script('check-packages') },
    { name: 'unused', command: ['knip', '--no-progress', '--treat-config-hints-as-errors'] },
    { name: 'snippets', command: script('check-snippets') },
    { name: 'examples', command: script('check-examples') },
  ]

function script(name: string): string[] {
  return ['tsx', '--conditions=@armorer/source', `scripts/${name}.ts`]
}
