import { type Gateway } from '@armorer/gateway'

/** What a person last said of an intent, if anything. */
export async function findLastNote(gateway: Gateway, intent: string): Promise<string | undefined> {
  return (await gateway.history(intent)).findLast(({ note }) => note !== undefined)?.note
}
