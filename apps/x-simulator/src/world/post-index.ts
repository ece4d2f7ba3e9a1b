import { compareIds } from '../snowflake.js'
import { type LinkEntity } from '../text/entities.js'
import { type Post, type World } from './world.js'

const word = /[\p{L}\p{M}\p{N}_]+/gu

/** The words of a text as a search compares them. */
export function toWords(text: string): string[] {
  return text.toLowerCase().normalize('NFKC').match(word) ?? []
}

/** What a keyword can meet: the text with its links written out, as words between spaces. */
export function toSearchable(text: string, links: readonly LinkEntity[]): string {
  return spaced(toWords([text, ...links.map(({ expanded_url }) => expanded_url)].join(' ')))
}

/** Words that follow one another, in the form in which a searchable text holds them. */
export function spaced(words: readonly string[]): string {
  return ` ${words.join(' ')} `
}

/** Files a post under everything a search may start from, so that no search walks the whole world. */
export function addToIndex(world: World, post: Post): void {
  const { hashtags, cashtags, mentions } = post.entities
  const keys = new Set([
    ...post.searchable
      .trim()
      .split(' ')
      .map((one) => `word:${one}`),
    ...hashtags.map(({ tag }) => `#${tag.toLowerCase()}`),
    ...cashtags.map(({ tag }) => `$${tag.toLowerCase()}`),
    ...mentions.map(({ tag }) => `@${tag.toLowerCase()}`),
    `conversation:${post.conversationId}`,
    ...(post.replyToId === undefined ? [] : [`reply:${post.replyToId}`]),
    ...(post.quoteOfId === undefined ? [] : [`quote:${post.quoteOfId}`]),
  ])
  for (const key of keys) {
    const posts = world.index.get(key)
    if (posts) insert(posts, post)
    else world.index.set(key, [post])
  }
}

/** Adds a post where its age puts it: at the end, unless it was given an earlier time than others. */
export function insert(oldestFirst: Post[], post: Post): void {
  const before = oldestFirst.findLastIndex(({ id }) => compareIds(id, post.id) < 0)
  oldestFirst.splice(before + 1, 0, post)
}
