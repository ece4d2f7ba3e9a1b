import { type EventStore, type JSONRPCMessage } from '@modelcontextprotocol/server'

/** The last messages of a session, so that a client whose stream broke can hear them again. */
export function createKeptEvents(most = 50): EventStore {
  const events = new Map<string, { readonly stream: string; readonly message: JSONRPCMessage }>()
  let count = 0
  return {
    async storeEvent(stream, message) {
      const id = `${stream}_${(count += 1)}`
      const [oldest] = events.keys()
      if (oldest !== undefined && events.size >= most) events.delete(oldest)
      events.set(id, { stream, message })
      return id
    },
    async getStreamIdForEventId(id) {
      return events.get(id)?.stream
    },
    async replayEventsAfter(last, { send }) {
      const stream = events.get(last)?.stream ?? ''
      const ids = [...events.keys()]
      const after = stream === '' ? [] : ids.slice(ids.indexOf(last) + 1)
      for (const id of after) {
        const event = events.get(id)
        // A priming event says nothing.
        if (event?.stream === stream && Object.keys(event.message).length > 0) {
          await send(id, event.message)
        }
      }
      return stream
    },
  }
}
