/** The names of X's contract since 2.167, or those before. */
export type Names = 'post' | 'tweet'

const oldNames: Readonly<Record<string, string>> = {
  note_post: 'note_tweet',
  referenced_posts: 'referenced_tweets.id',
  edit_history_post_ids: 'edit_history_tweet_ids',
  pinned_post_id: 'pinned_tweet_id',
  most_recent_post_id: 'most_recent_tweet_id',
}

/** Writes a query in the names of the contract that is asked. Here we think in the new ones. */
export function toWireNames(
  query: Readonly<Record<string, string>>,
  names: Names,
): Readonly<Record<string, string>> {
  if (names === 'post') return query
  return Object.fromEntries(
    Object.entries(query).map(([name, value]) => {
      const holdsNames = name === 'expansions' || name.endsWith('.fields')
      return [
        name === 'post.fields' ? 'tweet.fields' : name,
        holdsNames
          ? value
              .split(',')
              .map((one) => oldNames[one] ?? one)
              .join(',')
          : value,
      ]
    }),
  )
}
