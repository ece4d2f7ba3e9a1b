import { findAccount, type Account } from '../storage/accounts.js'
import { getTweet } from '../toolkit/read.js'
import { findTags } from '../toolkit/text/find-tags.js'
import { type Post } from '../x-api/model.js'
import { type WorkflowCtx } from './ctx.js'
import { type Answered, type Draft } from './publish.js'

/** Reads the post that a draft is to answer: what must be known of it, and the words that are not to be repeated. */
export async function readAnswered(
  ctx: WorkflowCtx,
  account: string,
  id: string,
): Promise<Required<Pick<Draft, 'replyTo' | 'sources'>>> {
  const post = await getTweet(ctx.x, id)
  return { replyTo: await toAnswered(ctx, account, post), sources: [post.text] }
}

/** A post as what a draft of the account answers. */
export async function toAnswered(
  { db }: Pick<WorkflowCtx, 'db'>,
  account: string,
  post: Post,
): Promise<Answered> {
  const own = await db.read((db) => findAccount(db, account))
  const { id, authorId = '', author } = post
  return {
    id,
    authorId,
    ...(author && { username: author.username }),
    isStranger: own !== undefined && isStranger(post, own),
  }
}

/** What posts have to do with an account. */
export interface Related {
  readonly isOwn: (post: Post) => boolean
  readonly mentionsIt: (post: Post) => boolean
}

export async function relatedTo({ db }: WorkflowCtx, account: string): Promise<Related> {
  const own = await db.read((db) => findAccount(db, account))
  return {
    isOwn: ({ authorId }) => own !== undefined && authorId === own.user_id,
    mentionsIt: (post) => own !== undefined && isMentioned(post, own),
  }
}

function isMentioned({ mentions, text }: Post, own: Account): boolean {
  const names = [...mentions.map(({ username }) => username), ...namesIn(text)]
  const wanted = own.username.toLowerCase()
  return (
    mentions.some(({ id }) => id === own.user_id) ||
    names.some((name) => name.toLowerCase() === wanted)
  )
}

/** Whose post another quotes is not known here, and may be ours. */
function isStranger(post: Post, own: Account): boolean {
  const quotes = post.references.some(({ kind }) => kind === 'quoted')
  return post.authorId !== own.user_id && !quotes && !isMentioned(post, own)
}

function namesIn(text: string): readonly string[] {
  return findTags(text).mentions.map(({ name }) => name)
}
