import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { invalidParameter } from '../http/problem.js'
import { id, object, optional, readJson, text } from '../http/schema.js'
import { free, perCall, perObject } from '../limits/prices.js'
import { postsOf } from '../views/edges.js'
import { pages, postQuery } from '../views/fields.js'
import { paginate, tokensOnly } from '../views/paginate.js'
import { manyReply, postsReply } from '../views/reply.js'
import { type BookmarkFolder } from '../world/world.js'
import { getPost } from './get-post.js'

const common = { auth: ['user'], self: 'id' } as const
const read = {
  ...common,
  method: 'GET',
  scopes: ['bookmark.read', 'tweet.read', 'users.read'],
  limits: { user: 180 },
} as const
const write = {
  ...common,
  scopes: ['bookmark.write', 'tweet.read', 'users.read'],
  limits: { user: 50 },
  price: perCall(0.005),
} as const

export const bookmarks: readonly Endpoint[] = [
  {
    ...read,
    path: '/2/users/:id/bookmarks',
    price: perObject('post', true),
    query: { ...pages(1, 100), ...postQuery },
    run: (call) => postsReply(call, postsOf(call, getActor(call).bookmarks), 100),
  },
  { ...write, method: 'POST', path: '/2/users/:id/bookmarks', run: add },
  { ...write, method: 'DELETE', path: '/2/users/:id/bookmarks/:tweet_id', run: remove },
  {
    ...read,
    path: '/2/users/:id/bookmarks/folders',
    scopes: ['bookmark.read', 'users.read'],
    price: free,
    query: pages(1, 100),
    run: listFolders,
  },
  {
    ...write,
    method: 'POST',
    path: '/2/users/:id/bookmarks/folders',
    scopes: ['bookmark.write', 'users.read'],
    run: addFolder,
  },
  {
    ...read,
    path: '/2/users/:id/bookmarks/folders/:folder_id',
    price: perObject('post', true),
    query: pages(1, 100),
    run: listFolder,
  },
]

function add(call: Call): Reply {
  const wish = readJson(object({ tweet_id: id, folder_id: optional(id) }), call.body)
  const post = getPost(call, 'tweet_id', wish.tweet_id)
  const actor = getActor(call)
  const folder = wish.folder_id === undefined ? undefined : getFolder(call, wish.folder_id)
  if (!actor.bookmarks.has(post.id)) {
    actor.bookmarks.set(post.id, call.now)
    post.bookmarks++
    call.effect('bookmark.create', { id: post.id })
  }
  if (folder && !folder.postIds.has(post.id)) {
    folder.postIds.add(post.id)
    call.effect('bookmark-folder.add', { id: folder.id, post: post.id })
  }
  return { body: { data: { bookmarked: true } } }
}

function remove(call: Call): Reply {
  const post = getPost(call, 'tweet_id', param(call, 'tweet_id'))
  const actor = getActor(call)
  if (actor.bookmarks.delete(post.id)) {
    for (const folder of actor.folders) folder.postIds.delete(post.id)
    post.bookmarks--
    call.effect('bookmark.delete', { id: post.id })
  }
  return { body: { data: { bookmarked: false } } }
}

function listFolders(call: Call): Reply {
  const { folders } = getActor(call)
  const page = paginate(call, folders, { size: 100, keyOf: (folder) => folder.id })
  const data = page.items.map((folder) => ({ id: folder.id, name: folder.name }))
  return manyReply({ data, includes: undefined, errors: [] }, [], tokensOnly(page))
}

function addFolder(call: Call): Reply {
  const { name } = readJson(object({ name: text({ min: 1, max: 25 }) }), call.body)
  const folder = { id: call.world.nextId(call.now), name, postIds: new Set<string>() }
  getActor(call).folders.push(folder)
  call.effect('bookmark-folder.create', { id: folder.id })
  return { status: 201, body: { data: { id: folder.id, name } } }
}

function listFolder(call: Call): Reply {
  const folder = getFolder(call, param(call, 'folder_id'))
  const ids = [...folder.postIds].toReversed()
  const page = paginate(call, ids, { size: 100, keyOf: (one) => one })
  const data = page.items.map((one) => ({ id: one }))
  return manyReply({ data, includes: undefined, errors: [] }, [], tokensOnly(page))
}

function getFolder(call: Call, wanted: string): BookmarkFolder {
  const folder = getActor(call).folders.find((one) => one.id === wanted)
  if (folder) return folder
  throw invalidParameter('folder_id', wanted, 'The bookmark folder does not exist.')
}
