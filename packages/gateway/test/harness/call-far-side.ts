import { request, type IncomingMessage } from 'node:http'

export interface FarCall {
  readonly method?: string
  readonly body?: string
  readonly headers?: Record<string, string>
  readonly signal?: AbortSignal
}

/** One request. Processes are started by the thousand here, and `fetch` alone would be a seventh of what each has to load. */
export function callFarSide(url: string, call: FarCall = {}): Promise<IncomingMessage> {
  const { method = 'GET', body = '', headers = {}, signal } = call
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, ...(signal && { signal }) }, resolve)
    sent.once('error', reject)
    sent.end(body)
  })
}
