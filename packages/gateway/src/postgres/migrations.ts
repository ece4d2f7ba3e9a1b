import { type Migration } from '../sqlite/migrate.js'
import { gatewayMigrations } from '../sqlite/migrations.js'
import { WRITE_FUNCTION } from './write-function.js'

const HELPERS = [
  // The one clock of all processes, whatever theirs say.
  `create function gateway_now() returns bigint language sql volatile
    as 'select (extract(epoch from clock_timestamp()) * 1000)::bigint'`,
  `create function gateway_refuse() returns trigger language plpgsql
    as 'begin raise exception ''%'', tg_argv[0]; end'`,
  // A batch is sent whole: what changes more or less than it should must fail in the database, not after the commit.
  WRITE_FUNCTION,
  // Two accounts may route something at the same moment; the number of an approval is nobody's alone.
  `create sequence gateway_queue`,
]

const TRIGGER =
  /^create trigger (\w+)\s+before (.+?) on (\w+)(?:\s+when (.+?))?\s+begin select raise\(abort, ('[^']*')\); end$/s

/** The same tables, as Postgres writes them: there is one schema, and one list of its changes. */
export const postgresMigrations: readonly Migration[] = gatewayMigrations.map(
  ({ name, statements, postgres }, position) => ({
    name,
    statements: [...(position === 0 ? HELPERS : []), ...(postgres ?? statements.map(toPostgres))],
  }),
)

function toPostgres(statement: string): string {
  const trigger = TRIGGER.exec(statement)
  if (trigger) {
    const [, name, event, table, condition, message] = trigger
    const when = condition === undefined ? '' : `when (${condition}) `
    return `create trigger ${name} before ${event} on ${table} for each row ${when}execute function gateway_refuse(${message})`
  }
  if (statement.startsWith('create trigger'))
    throw new TypeError('a trigger that only refuses was expected')
  return (
    statement
      .replaceAll(/(?<=\w )integer\b/g, 'bigint')
      // Sorted by bytes: the order of locks must not depend on a language.
      .replaceAll(/(?<=\w )text\b/g, 'text collate "C"')
      .replace(/\)\s*strict(?:, without rowid)?$/, ')')
  )
}
