import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readBoundaries, readJson, type Boundaries } from './workspace.js'

interface LintConfig {
  readonly overrides: ReadonlyArray<{ readonly files: readonly string[]; readonly rules: unknown }>
}

/** The lint rules that say in the editor what `boundaries.json` says: one override per package. */
function importRules({ packages }: Boundaries): LintConfig['overrides'] {
  const names = Object.keys(packages)
  return Object.entries(packages).map(([name, rule]) => ({
    files: [`${rule.path}/src/**`],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          patterns: names
            .filter((other) => other !== name && !rule.imports.includes(other))
            .map((other) => ({
              group: [other, `${other}/*`],
              allowTypeImports: rule.typesOnly?.includes(other) ?? false,
              message: `${name} may not import ${other} (boundaries.json)`,
            })),
        },
      ],
    },
  }))
}

/** Whether `.oxlintrc.json` says what `boundaries.json` says; with `write` it is made to. */
export function syncLintConfig(root: string, write: boolean): boolean {
  const path = join(root, '.oxlintrc.json')
  const config = readJson<LintConfig>(path)
  const isImportRule = (override: LintConfig['overrides'][number]) =>
    override.files.length === 1 && override.files[0]?.endsWith('/src/**')
  const overrides = [
    ...config.overrides.filter((override) => !isImportRule(override)),
    ...importRules(readBoundaries(root)),
  ]
  const fits = JSON.stringify(overrides) === JSON.stringify(config.overrides)
  if (!fits && write) writeFileSync(path, `${JSON.stringify({ ...config, overrides }, null, 2)}\n`)
  return fits
}
