import { describe, expect, test } from 'vitest'
import { approve } from '../../src/workflow/decide.js'
import { edit } from '../../src/workflow/edit.js'
import { publishOnce, type Asked } from '../../src/workflow/publish-once.js'
import { ACCOUNT, AGENT, ANN, createSmallTuitbot, type SmallTuitbot } from './small-tuitbot.js'

const CALL: Asked = { principal: AGENT, labels: [], idempotencyKey: undefined, cancelled: false }
const TEXT = 'Fine, thank you.'

describe('a reply that was asked for', () => {
  test.each([
    ['under a key of its own', { ...CALL, idempotencyKey: 'mine' }],
    ['by its words', CALL],
  ])(
    '%s is told of when what it answers has gone, and nobody asks X',
    async (_how, call: Asked) => {
      await using world = await createSmallTuitbot()
      const { id } = world.x.post('bob', { text: '@alice how are you?' })
      const waiting = await ask(world, id, call)
      expect(waiting).toMatchObject({ kind: 'needs_approval', queueId: 1 })
      remove(world, id)
      const before = world.x.truth.requests().length

      expect(await ask(world, id, call)).toEqual(waiting)
      await edit(world.tuitbot.ctx, { id: 1, by: ANN, text: 'Very well.' })
      expect(await ask(world, id, call)).toMatchObject({ kind: 'needs_approval', queueId: 1 })
      expect(world.x.truth.requests()).toHaveLength(before)
    },
  )

  test.each([
    ['under a key of its own', { ...CALL, idempotencyKey: 'mine' }],
    ['by its words', CALL],
  ])('%s and edited is told of in the words that were posted', async (_how, call: Asked) => {
    await using world = await createSmallTuitbot()
    const { ctx } = world.tuitbot
    const { id } = world.x.post('bob', { text: '@alice how are you?' })
    await ask(world, id, call)
    await edit(ctx, { id: 1, by: ANN, text: 'Very well.' })
    await approve(ctx, { id: 1, by: ANN })
    remove(world, id)

    expect(await ask(world, id, call)).toMatchObject({
      kind: 'replayed',
      value: { text: expect.stringContaining('Very well.') },
    })
  })

  test('is no reply to another post under the same key', async () => {
    await using world = await createSmallTuitbot()
    const call = { ...CALL, idempotencyKey: 'mine' }
    const [one, two] = ['one', 'two'].map((text) => world.x.post('bob', { text: `@alice ${text}` }))
    await ask(world, one?.id ?? '', call)

    expect(await ask(world, two?.id ?? '', call)).toMatchObject({ kind: 'conflict' })
  })

  test('and posted is told of though its words are banned since', async () => {
    await using world = await createSmallTuitbot()
    const { ctx } = world.tuitbot
    const { id } = world.x.post('bob', { text: '@alice how are you?' })
    await ask(world, id)
    await approve(ctx, { id: 1, by: ANN })
    const limits = { ...ctx.config.limits, bannedPhrases: ['thank you'] }
    const strict = { ctx: { ...ctx, config: { ...ctx.config, limits } }, account: ACCOUNT }

    expect(await publishOnce(strict, CALL, { text: TEXT, replyTo: id })).toMatchObject({
      kind: 'replayed',
    })
  })
})

describe('a reply to someone who has not called the account', () => {
  test('is refused before a person is asked, where X would refuse it', async () => {
    await using world = await createSmallTuitbot()
    const { id } = world.x.post('bob', { text: 'Exports are hard.' })

    expect(await ask(world, id)).toEqual({
      kind: 'unfit',
      problems: [{ code: 'stranger', why: 'X offers this with an enterprise contract only' }],
    })
  })

  test('waits for a person where X would take it', async () => {
    await using world = await createSmallTuitbot({ TUITBOT_X_API__ACCESS: 'enterprise' })
    const { id } = world.x.post('bob', { text: 'Exports are hard.' })

    expect(await ask(world, id)).toMatchObject({ kind: 'needs_approval' })
  })

  test.each(['@alice', 'so says @Alice.'])('is another matter than one to %j', async (text) => {
    await using world = await createSmallTuitbot()

    expect(await ask(world, world.x.post('bob', { text }).id)).toMatchObject({
      kind: 'needs_approval',
    })
  })

  test('is another matter than one to a quote, which X takes where it is of the account', async () => {
    await using world = await createSmallTuitbot()
    const { ctx } = world.tuitbot
    const quoteOf = world.x.post('alice', { text: 'Exports are easy.' })
    const { id } = world.x.post('bob', { text: 'Are they?', quoteOf })

    expect(await ask(world, id)).toMatchObject({ kind: 'needs_approval' })
    expect(await approve(ctx, { id: 1, by: ANN })).toMatchObject({ outcome: { kind: 'executed' } })
  })

  test('is not what an answer to the own post is refused for', async () => {
    await using world = await createSmallTuitbot()
    const { id } = world.x.post('alice', { text: 'Exports are easy.' })

    expect(await ask(world, id)).toEqual({ kind: 'unfit', problems: [{ code: 'self_reply' }] })
  })
})

function ask({ tuitbot: { ctx } }: SmallTuitbot, replyTo: string, call: Asked = CALL) {
  return publishOnce({ ctx, account: ACCOUNT }, call, { text: TEXT, replyTo })
}

function remove({ x }: SmallTuitbot, id: string): void {
  const post = x.world.posts.get(id)
  if (post) post.deletedAt = Date.now()
}
