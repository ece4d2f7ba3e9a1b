import { perCall, perObject } from './price.js'
import { del, everyone, get, post, put } from './endpoint.js'
import { body, listViews, pages, postViews, required, userViews } from './params.js'

const read = { callers: everyone, scopes: 'list.read tweet.read users.read' } as const
const write = { scopes: 'list.write tweet.read users.read', price: perCall(5_000) } as const
const ownLists = {
  ...read,
  price: perObject('list', true),
  params: [...pages(1, 100), ...listViews],
} as const
const listId = [body('list_id', 'id', required)]

export const lists = {
  getListsById: get('/2/lists/{id}', { ...read, price: perObject('list'), params: listViews }),
  getListsFollowers: get('/2/lists/{id}/followers', {
    ...read,
    price: perObject('user'),
    params: [...pages(1, 100), ...userViews],
  }),
  getListsMembers: get('/2/lists/{id}/members', {
    ...read,
    price: perObject('user'),
    params: [...pages(1, 100), ...userViews],
  }),
  getListsPosts: get('/2/lists/{id}/tweets', {
    ...read,
    price: perObject('post'),
    params: [...pages(1, 100), ...postViews],
  }),
  createLists: post('/2/lists', {
    scopes: 'list.read list.write tweet.read users.read',
    price: perCall(10_000),
    params: [body('name', 'text', required), body('description'), body('private', 'boolean')],
  }),
  updateLists: put('/2/lists/{id}', {
    ...write,
    params: [body('name'), body('description'), body('private', 'boolean')],
  }),
  deleteLists: del('/2/lists/{id}', write),
  addListsMember: post('/2/lists/{id}/members', {
    ...write,
    params: [body('user_id', 'id', required)],
  }),
  removeListsMemberByUserId: del('/2/lists/{id}/members/{user_id}', write),
  getUsersOwnedLists: get('/2/users/{id}/owned_lists', ownLists),
  getUsersListMemberships: get('/2/users/{id}/list_memberships', ownLists),
  getUsersFollowedLists: get('/2/users/{id}/followed_lists', ownLists),
  followList: post('/2/users/{id}/followed_lists', { ...write, params: listId }),
  unfollowList: del('/2/users/{id}/followed_lists/{list_id}', write),
  getUsersPinnedLists: get('/2/users/{id}/pinned_lists', {
    scopes: 'list.read tweet.read users.read',
    price: perObject('list', true),
    params: listViews,
  }),
  pinList: post('/2/users/{id}/pinned_lists', { ...write, params: listId }),
  unpinList: del('/2/users/{id}/pinned_lists/{list_id}', write),
} as const
