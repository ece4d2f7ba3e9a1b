import { type WorkflowCtx } from './ctx.js'
import { createPost, type PostArgs } from './operations.js'
import { principalOf, type Asked } from './publish-once.js'

/** Whether a post and a reply of the one who asks would wait for a person now: as the gateway would decide, by all that it knows. */
export async function wouldWait(
  { ctx: { gateway, config }, account }: { readonly ctx: WorkflowCtx; readonly account: string },
  call: Pick<Asked, 'principal' | 'labels'>,
): Promise<{ readonly post: boolean; readonly reply: boolean }> {
  const asked = {
    operation: createPost,
    account,
    principal: principalOf(call),
    labels: call.labels,
    mode: config.mode,
  }
  const waits = async (args: PostArgs) => {
    const said = await gateway.explain({ ...asked, args })
    return said.kind === 'explained' && said.decision === 'ask'
  }
  // No rule looks at the words, nor at who is answered.
  const [post, reply] = await Promise.all([
    waits({ text: '-' }),
    waits({ text: '-', replyTo: '1' }),
  ])
  return { post, reply }
}
