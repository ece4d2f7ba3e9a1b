/** Nobody has asked for it: a mistake of the caller, who may have taken a number of the queue for an id. */
export function noIntent(id: string): RangeError {
  const hint = /^\d+$/.test(id)
    ? `; ids of intents are meant, and this looks like a number of the queue: gateway.list({ queueId: ${id} }) finds its intent`
    : ''
  return new RangeError(`there is no intent ${id}${hint}`)
}
