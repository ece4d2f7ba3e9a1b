import { type JsonValue } from '@armorer/core'

const COMMON = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
}

/** Nothing is loaded, nothing runs, nothing frames it, and forms go nowhere else. */
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"

export function toJson(status: number, value: unknown): Response {
  return Response.json(value, { status, headers: COMMON })
}

export function toPage(html: string): Response {
  return new Response(html, {
    headers: {
      ...COMMON,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': PAGE_POLICY,
    },
  })
}

export function refuse(status: number, code: string, message: string): Response {
  const error: JsonValue = { code, message }
  return toJson(status, { error })
}
