import { type JsonObject } from '../http/answer.js'
import { type Call } from '../http/endpoint.js'
import { type Account } from '../world/world.js'
import { createIncludes } from './includes.js'
import { type Shown } from './show-posts.js'
import { findMostRecentPost, userView } from './user-view.js'
import { findVisiblePost } from './visibility.js'

/** Accounts as a caller asked to see them, with what their expansions bring along. */
export function showUsers(call: Call, accounts: readonly Account[]): Shown {
  const fields = call.query.set('user.fields')
  const expansions = call.query.set('expansions')
  const extra = ['pinned_post_id', 'most_recent_post_id'].filter((name) => expansions.has(name))
  const includes = createIncludes(call)
  for (const account of accounts) {
    if (expansions.has('pinned_post_id') && account.pinnedPostId !== undefined) {
      includes.addPost(findVisiblePost(call, account.pinnedPostId))
    }
    if (expansions.has('most_recent_post_id')) includes.addPost(findMostRecentPost(call, account))
  }
  const data: JsonObject[] = accounts.map((account) => userView(call, account, { fields, extra }))
  return { data, includes: includes.toJson(), errors: [] }
}
