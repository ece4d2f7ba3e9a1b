/** A value that JSON can carry. An absent member is left out, never null. */
export type Json =
  | string
  | number
  | boolean
  | readonly Json[]
  | { readonly [name: string]: Json | undefined }

export type JsonObject = { readonly [name: string]: Json | undefined }

/** What goes back over the wire. */
export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export function jsonAnswer(status: number, body: Json, type = 'application/json'): Answer {
  return {
    status,
    headers: { 'content-type': `${type}; charset=utf-8` },
    body: JSON.stringify(body),
  }
}

export function htmlAnswer(status: number, body: string, headers: Record<string, string>): Answer {
  return { status, headers: { 'content-type': 'text/html; charset=utf-8', ...headers }, body }
}

/** X answers a path that it does not have with nothing at all. */
export const emptyNotFound: Answer = { status: 404, headers: {}, body: '' }
