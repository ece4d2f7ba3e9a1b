import { type Principal } from '@armorer/gateway'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { approve } from '../../src/workflow/decide.js'
import { edit } from '../../src/workflow/edit.js'
import { allowMore } from '../../src/workflow/grants.js'
import { getApproval } from '../../src/workflow/list-approvals.js'
import { publish } from '../../src/workflow/publish.js'
import { sayDecision, sayOutcome } from '../../src/workflow/say.js'
import { ACCOUNT, AGENT, ANN, createSmallTuitbot, type SmallTuitbot } from './small-tuitbot.js'

const BEN = { kind: 'person', id: 'ben' } as const
const EVA = { kind: 'person', id: 'eva' } as const
const TWO = { TUITBOT_PEOPLE__OTHERS: 'ben' }
const THREE = { TUITBOT_PEOPLE__OTHERS: 'ben,eva' }
const FOUR_EYES = { TUITBOT_APPROVALS__FOUR_EYES: 'true' }
const QUORUM = { TUITBOT_APPROVALS__QUORUM: '2' }

test('with four eyes what you ask for waits for somebody else, whose link lets it out', async () => {
  await using world = await createSmallTuitbot({ ...TWO, ...FOUR_EYES })
  const { ctx, links } = world.tuitbot
  const draft = { account: ACCOUNT, text: 'Mine, and seen by me alone.' }
  const asked = await publish(ctx, ANN, draft, { confirmed: true })
  if (asked.kind !== 'needs_approval') throw new Error(asked.kind)
  const { queueId: id } = asked

  expect(await sayOutcome(ctx, asked, 'post.create')).toEqual({
    word: 'waiting for others',
    reason: `${asked.reason}; ben decides`,
  })
  expect(await approve(ctx, { id, by: ANN })).toMatchObject({
    kind: 'denied',
    reason: 'four eyes: ann wants it, so someone else decides',
  })
  const own = await links.make(id)
  expect(await links.decide(tokenOf(own.url), 'approve')).toMatchObject({ kind: 'denied' })
  expect(countPosts(world)).toBe(0)

  const link = await links.make(id, 'ben')
  expect(await links.open(tokenOf(link.url))).toMatchObject({ kind: 'open', to: 'ben' })
  await links.decide(tokenOf(link.url), 'approve')
  expect(countPosts(world)).toBe(1)
  expect(await approvedBy(world)).toMatchObject([{ by: { id: 'ben' }, note: 'by a link' }])
  expect(await getApproval(ctx, id)).toMatchObject({ status: 'posted', decidedBy: 'ben' })
})

test('where it takes two, one voice sends nothing, and neither does the same twice', async () => {
  await using world = await createSmallTuitbot({ ...THREE, ...QUORUM })
  const { ctx, links } = world.tuitbot
  const id = await ask(world, AGENT, 'By two.')
  expect(await getApproval(ctx, id)).toMatchObject({
    status: 'waiting for you',
    decides: '2 of ann, ben, and eva must approve it',
    canAllowMore: false,
  })

  const first = await approve(ctx, { id, by: ANN })
  await approve(ctx, { id, by: ANN })
  expect(countPosts(world)).toBe(0)
  expect(sayDecision(first)).toEqual({
    word: 'waiting for others',
    reason: 'ann has approved it, and 1 more must: ben or eva',
  })
  expect(await getApproval(ctx, id)).toMatchObject({
    status: 'waiting for others',
    voices: [{ by: 'ann' }],
    canApprove: ['ben', 'eva'],
  })

  const { url } = await links.make(id, 'eva')
  await links.decide(tokenOf(url), 'approve')
  expect(countPosts(world)).toBe(1)
})

test('what is changed has no voices yet', async () => {
  await using world = await createSmallTuitbot({ ...TWO, ...QUORUM })
  const { ctx } = world.tuitbot
  const id = await ask(world, AGENT, 'As it was.')
  await approve(ctx, { id, by: ANN })
  await edit(ctx, { id, by: BEN, text: 'As it is.' })

  expect(await getApproval(ctx, id)).toMatchObject({ voices: [], canApprove: ['ann', 'ben'] })
  await approve(ctx, { id, by: BEN })
  expect(countPosts(world)).toBe(0)
})

test('who is not named decides nothing, gets no link, and where it takes two nobody allows ahead', async () => {
  await using world = await createSmallTuitbot({ ...TWO, ...QUORUM })
  const { ctx, links } = world.tuitbot
  const id = await ask(world, AGENT, 'For those who are named.')
  const until = Date.now() + 60_000

  expect(await approve(ctx, { id, by: EVA })).toMatchObject({ code: 'not_approved' })
  await expect(links.make(id, 'eva')).rejects.toThrow('eva is nobody who decides here: ann, ben')
  expect(await allowMore(ctx, { id, by: ANN, times: 3, until })).toMatchObject({
    code: 'not_approved',
  })
})

test('where too few are left for a quorum, it is said that it cannot be approved as it stands', async () => {
  await using world = await createSmallTuitbot({ ...THREE, ...FOUR_EYES, ...QUORUM })
  const { ctx } = world.tuitbot
  const id = await ask(world, ANN, 'By two others.')
  expect((await getApproval(ctx, id)).decides).toBe('2 of ben and eva must approve it')

  await edit(ctx, { id, by: BEN, text: 'By two others, as ben has it.' })
  expect((await getApproval(ctx, id)).decides).toBe(
    'too few are left who could approve it: reject it, or edit it',
  )
  await approve(ctx, { id, by: EVA })
  expect((await getApproval(ctx, id)).decides).toBe(
    'nobody is left who could approve it: reject it, or edit it',
  )
})

test('whoever is said to be able to approve it is, and nobody else', async () => {
  await using world = await createSmallTuitbot({ ...THREE, ...FOUR_EYES, ...QUORUM })
  const { ctx } = world.tuitbot
  const persons = [ANN, BEN, EVA]
  let count = 0
  const step = fc.record({ verb: fc.constantFrom('approve', 'edit'), by: fc.nat(2) })

  await fc.assert(
    fc.asyncProperty(fc.option(fc.nat(2)), fc.array(step, { maxLength: 4 }), async (who, steps) => {
      count += 1
      const asker = who === null ? AGENT : (persons[who] ?? AGENT)
      const id = await ask(world, asker, `Law ${count}.`)
      for (const [index, { verb, by }] of steps.entries()) {
        const person = persons[by] ?? ANN
        const before = await getApproval(ctx, id)
        if (before.canApprove.length === 0) return
        if (verb === 'edit') {
          await edit(ctx, { id, by: person, text: `Law ${count}, in words ${index}.` })
          continue
        }
        const result = await approve(ctx, { id, by: person })
        const after = await getApproval(ctx, id)
        const isHeard =
          result.kind === 'decided' &&
          (after.decidedBy !== null || after.voices.length > before.voices.length)
        expect(isHeard).toBe(before.canApprove.includes(person.id))
      }
    }),
    { numRuns: 40 },
  )
})

async function ask({ tuitbot }: SmallTuitbot, by: Principal, text: string): Promise<number> {
  const asked = await publish(tuitbot.ctx, by, { account: ACCOUNT, text })
  if (asked.kind !== 'needs_approval') throw new Error(asked.kind)
  return asked.queueId
}

/** What the audit says of those who approved. */
async function approvedBy({ tuitbot }: SmallTuitbot): Promise<unknown[]> {
  const approved: unknown[] = []
  for await (const { kind, payload } of tuitbot.ctx.gateway.auditTrail(ACCOUNT)) {
    if (kind === 'approved') approved.push(payload)
  }
  return approved
}

function tokenOf(url: string): string {
  return url.slice(url.lastIndexOf('/') + 1)
}

function countPosts({ x }: SmallTuitbot): number {
  return x.truth.effects().filter(({ kind }) => kind === 'post.create').length
}
