export type Resource = 'post' | 'user' | 'list' | 'space' | 'message' | 'edge'

/** What a call costs: by the object that it returns, by the call, or by what is written in a new post. */
export type Price =
  | { readonly kind: 'free' }
  | { readonly kind: 'per_object'; readonly resource: Resource; readonly ownable: boolean }
  | { readonly kind: 'per_call'; readonly microUsd: number }
  | { readonly kind: 'post' }

export const free: Price = { kind: 'free' }
export const byPost: Price = { kind: 'post' }

export function perObject(resource: Resource, ownable = false): Price {
  return { kind: 'per_object', resource, ownable }
}

export function perCall(microUsd: number): Price {
  return { kind: 'per_call', microUsd }
}
