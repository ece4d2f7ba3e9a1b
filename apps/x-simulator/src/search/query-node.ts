/** A search as a tree. */
export type QueryNode =
  | { readonly kind: 'and' | 'or'; readonly nodes: readonly QueryNode[] }
  | { readonly kind: 'not'; readonly node: QueryNode }
  /** `phrase` is the words as a searchable text holds them. */
  | { readonly kind: 'words'; readonly words: readonly string[]; readonly phrase: string }
  | { readonly kind: 'emoji'; readonly text: string }
  | { readonly kind: 'hashtag' | 'cashtag' | 'mention'; readonly value: string }
  | { readonly kind: 'operator'; readonly name: string; readonly value: string }

export type ParsedQuery =
  | { readonly kind: 'query'; readonly node: QueryNode }
  | { readonly kind: 'invalid'; readonly why: string }
