import { expect, test } from 'vitest'
import { runCli } from '../src/run-cli.js'
import { openSmallHome, record, type SmallHome } from './small-home.js'

test('nobody is asked about what cannot be posted', async () => {
  await using home = await openSmallHome()

  expect(await postAsked(home, 'x'.repeat(300))).toEqual({
    code: 1,
    asked: [],
    err: 'refused: Too long by 20: X allows 280.\n',
  })
})

test('who answers somebody sees whom, and what they wrote, before deciding', async () => {
  await using home = await openSmallHome()
  const { id } = home.x.post('bob', { text: '@alice does it work\non trains?' })

  const { code, asked } = await postAsked(home, 'It does.', '--reply-to', id)

  expect(code).toBe(0)
  expect(asked).toEqual([
    'In answer to @bob: @alice does it work on trains?\nIt does.\n  8 of 280 characters, $0.015\nPost this? [y/N] ',
  ])
})

test('what X would refuse is refused before anyone is asked', async () => {
  await using home = await openSmallHome()
  const { id } = home.x.post('bob', { text: 'Nobody in particular.' })

  const { code, asked, err } = await postAsked(home, 'Me?', '--reply-to', id)

  expect({ code, asked }).toEqual({ code: 1, asked: [] })
  expect(err).toContain('has neither mentioned nor quoted you')
})

test.each([
  [['--reply-to', 'abc'], '--reply-to takes the id or the address of a post, not abc'],
  [['--reply-to', ''], '--reply-to takes the id or the address of a post, not nothing'],
  [['--key', ''], '--key takes a text of 1 to 200 letters'],
  [['--key', 'x'.repeat(201)], '--key takes a text of 1 to 200 letters'],
])('what was typed wrong is told by its own name: %j', async (args, words) => {
  await using home = await openSmallHome()

  const { code, err } = await home.command('post', 'Hello.', '--yes', ...args)

  expect(code).toBe(2)
  expect(err).toContain(words)
})

test('where nobody can be asked, or nobody answers, nothing is posted', async () => {
  await using home = await openSmallHome()

  expect(await home.command('post', 'Hello.')).toMatchObject({
    code: 1,
    err: 'not posted: nobody is here to be asked\nTo post without being asked, add --yes\n',
  })
  const io = record({ TUITBOT_HOME: home.path })
  const ask = () => Promise.reject(new Error('Ctrl-C'))
  expect(await runCli(['post', 'Hello.'], { ...io, ask })).toBe(1)
  expect(io.said.err).toBe('not posted\n')
  expect(home.countPosts()).toBe(0)
})

/** Posts with somebody at the terminal who says yes to everything. */
async function postAsked({ path }: SmallHome, ...args: readonly string[]) {
  const asked: string[] = []
  const io = record({ TUITBOT_HOME: path })
  const ask = async (question: string) => {
    asked.push(question)
    return 'y'
  }
  const code = await runCli(['post', ...args], { ...io, ask })
  return { code, asked, err: io.said.err }
}
