import { type Logger } from '@armorer/core'
import { createTool } from '@armorer/runtime'
import { findAccount, type Tuitbot, type WorkflowCtx } from '@tuitbot/core'
import { z } from 'zod'
import { answering, toLoggedError } from '../answering.js'
import { envelopeSchema } from '../contract/envelope.js'

const healthSchema = z.object({
  status: z.enum(['ok', 'error', 'not_configured']),
  message: z.string(),
})

type Health = z.output<typeof healthSchema>

const MODEL_MS = 10_000

export function healthCheckTool(
  { ctx, account }: Pick<Tuitbot, 'ctx' | 'account'>,
  modelMs = MODEL_MS,
) {
  return createTool({
    name: 'health_check',
    title: 'Is everything well',
    description: 'Whether the database and the model that writes can be reached.',
    input: z.strictObject({}),
    output: envelopeSchema(z.object({ database: healthSchema, llm: healthSchema })),
    risk: { effects: 'read', externalNetwork: true },
    run: (_input, { logger, signal }) =>
      answering({ clock: ctx.clock, logger }, async () => {
        const [database, llm] = await Promise.all([
          orError(logger, () => checkDatabase(ctx, account)),
          orError(logger, () => checkModel(ctx, { signal, modelMs })),
        ])
        return { data: { database, llm } }
      }),
  })
}

async function checkDatabase({ db }: WorkflowCtx, account: string): Promise<Health> {
  const known = await db.read((db) => findAccount(db, account))
  return { status: 'ok', message: known ? `speaks for @${known.username}` : 'reachable' }
}

interface Patience {
  readonly signal: AbortSignal
  readonly modelMs: number
}

/** The one way to know whether a model writes is to let it write a few words. */
async function checkModel({ llm }: WorkflowCtx, { signal, modelMs }: Patience): Promise<Health> {
  if (!llm) return { status: 'not_configured', message: 'no model is set up to write with' }
  const timeout = AbortSignal.timeout(modelMs)
  try {
    const { provider, model } = await llm.complete(
      { kind: 'post', topic: 'hello', maxLength: 40 },
      { signal: AbortSignal.any([signal, timeout]) },
    )
    return { status: 'ok', message: `${provider}: ${model}` }
  } catch (error) {
    if (!timeout.aborted) throw error
    return { status: 'error', message: `${llm.name}: the model did not answer in time` }
  }
}

async function orError(logger: Logger | undefined, check: () => Promise<Health>): Promise<Health> {
  try {
    return await check()
  } catch (error) {
    return { status: 'error', message: toLoggedError(error, logger).message }
  }
}
