import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { openSmallHome, type SmallHome } from './small-home.js'

const WISH = 'Answer someone who asked "nobody asks this"'

test('each run is listed with the wish that it began with', async () => {
  await using home = await openSmallHome()
  await home.command('assist', WISH)

  const [run] = await listRuns(home)
  expect(run).toMatchObject({ wish: WISH })
  expect((await home.command('runs', 'list')).out).toMatch(
    new RegExp(`^\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC  ${run?.runId}  ${WISH}\\n$`),
  )
})

test('a run whose record was changed is listed as such, and the others are listed on', async () => {
  await using home = await openSmallHome()
  await home.command('assist', WISH)
  await home.command('assist', 'Answer someone who asked "another"')
  const { runId } = (await listRuns(home)).find(({ wish }) => wish === WISH) ?? {}
  const beside = new DatabaseSync(home.tuitbot.ctx.config.storage.dbPath)
  const change = `update agent_run_record set record = replace(record, 'nobody', 'someone')`
  beside.prepare(`${change} where run_id = ?`).run(runId ?? '')
  beside.close()

  const { code, out } = await home.command('runs', 'list')

  expect(code).toBe(0)
  expect(out).toContain('Answer someone who asked "another"')
  expect(out).toContain(`${runId}  (its record was changed)`)
})

test('of a run that has no end it is said so when it is shown again', async () => {
  await using home = await openSmallHome()
  await home.command('assist', WISH)
  const [{ runId } = { runId: '' }] = await listRuns(home)
  const beside = new DatabaseSync(home.tuitbot.ctx.config.storage.dbPath)
  const last = '(select max(position) from agent_run_record where run_id = ?1)'
  beside.prepare(`delete from agent_run_record where run_id = ?1 and position = ${last}`).run(runId)
  beside.close()

  expect(await home.command('runs', 'replay', runId)).toMatchObject({
    code: 0,
    out: expect.stringContaining('The run has no end: it is under way, or was cut off.'),
  })
})

test('of a run that is none it is said where they are', async () => {
  await using home = await openSmallHome()

  for (const verb of ['resume', 'replay']) {
    expect(await home.command('runs', verb, 'nope')).toMatchObject({
      code: 1,
      err: 'there is no run nope\ntuitbot runs list shows them\n',
    })
  }
})

test('a search that failed is not told as one that found nothing', async () => {
  await using home = await openSmallHome()
  const fault = { kind: 'status', status: 403, when: 'before' } as const
  home.x.fault({ path: '/2/tweets/search/recent', times: 9, fault })

  const { code, out } = await home.command('assist', WISH)
  expect(code).toBe(1)
  expect(out).toMatch(/^The search failed: ./)
  expect(out).not.toContain('found no post')
})

test('a search that found nothing is no failure', async () => {
  await using home = await openSmallHome()

  expect(await home.command('assist', WISH)).toMatchObject({
    code: 0,
    out: expect.stringContaining('found no post'),
  })
})

async function listRuns({ command }: SmallHome): Promise<Array<{ runId: string; wish: string }>> {
  return JSON.parse((await command('runs', 'list', '--json')).out)
}
