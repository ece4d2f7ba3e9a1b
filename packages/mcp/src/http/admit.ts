import { refusal } from './refusal.js'
import { type Traffic } from './traffic.js'
import { watchEnd } from './watch-end.js'

/** A caller is in until the answer has been read to its end. */
export async function admit(
  traffic: Traffic,
  caller: string,
  serve: () => Promise<Response>,
): Promise<Response> {
  const entry = traffic.enter(caller)
  if (entry.kind === 'refused') return entry.response
  try {
    const response = await serve()
    if (isStream(response)) return watchEnd(response, () => entry.leave())
    entry.leave()
    return response
  } catch (error) {
    entry.leave()
    throw error
  }
}

/** Streams that last until someone ends them are counted for each caller, and before they are opened. */
export async function listening(
  traffic: Traffic,
  caller: string,
  serve: () => Promise<Response>,
): Promise<Response> {
  if (!traffic.openStream(caller)) {
    return refusal(429, 'too many streams', { code: -32_000, headers: { 'retry-after': '1' } })
  }
  try {
    const response = await serve()
    if (isStream(response)) return watchEnd(response, () => traffic.closeStream(caller))
    traffic.closeStream(caller)
    return response
  } catch (error) {
    traffic.closeStream(caller)
    throw error
  }
}

function isStream(response: Response): boolean {
  return response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
}
