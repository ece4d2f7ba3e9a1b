import { RunStoreError, type RunStore } from '@armorer/agent'
import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { oneLine, timeOf } from '../show.js'
import { withAssistant } from '../with-assistant.js'

export const run: CommandRun = (_args, options, io) =>
  withAssistant(options, io, async ({ store }) => {
    const runs: ListedRun[] = []
    for (const one of await store.list())
      runs.push({ ...one, wish: await wishOf(store, one.runId) })
    answer(io, options, runs, () =>
      runs.length === 0 ? 'The assistant has done nothing yet.' : runs.map(show).join('\n'),
    )
    return 0
  })

interface ListedRun {
  readonly runId: string
  readonly at: number
  /** Nothing where its record cannot be trusted any more. */
  readonly wish: string | null
}

function show({ runId, at, wish }: ListedRun): string {
  return `${timeOf(at)}  ${runId}  ${wish === null ? '(its record was changed)' : oneLine(wish, 60)}`
}

/** What the person asked for, in the words that the run began with. */
async function wishOf(store: RunStore, runId: string): Promise<string | null> {
  try {
    const start = (await store.read(runId)).find((record) => record.kind === 'start')
    if (!start) return null
    const said = start.items.slice(start.instructions)
    return said
      .flatMap((item) => (item.kind === 'message' ? item.parts.flatMap(textOf) : []))
      .join(' ')
  } catch (error) {
    if (error instanceof RunStoreError && error.code === 'tampered') return null
    throw error
  }
}

function textOf(part: { readonly kind: string; readonly text?: unknown }): string[] {
  return part.kind === 'text' && typeof part.text === 'string' ? [part.text] : []
}
