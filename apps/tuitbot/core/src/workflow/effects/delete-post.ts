import { effect, type Sent } from '@armorer/gateway'
import { recordUndone } from '../../storage/undone.js'
import { deleteTweet, toDeleteRequest } from '../../toolkit/write.js'
import { deletePost } from '../operations.js'
import { type Doors } from './door.js'

/** Takes a post back. One that is not there any more is taken back already. */
export function deletePostEffect(doors: Doors) {
  return effect({
    operation: deletePost,
    class: 'delete',
    encode: ({ id }) => toDeleteRequest(id),
    async send(permit, request, { account }): Promise<Sent<{ deleted: true }>> {
      const sent = await deleteTweet(doors(account).write, permit, request)
      const isGone = sent.kind === 'refused' && sent.code === 'not_found'
      return isGone ? { kind: 'applied', value: { deleted: true } } : sent
    },
    preview: ({ id }) => ({ deletes: id }),
    record: ({ id, account, args, state, at }) =>
      state === 'succeeded' ? [recordUndone({ account, post_id: args.id, intent: id, at })] : [],
  })
}
