import { createTool } from '@armorer/runtime'
import { findAccount, type Tuitbot, type WorkflowCtx } from '@tuitbot/core'
import { z } from 'zod'
import { answering } from '../answering.js'
import { envelopeSchema } from '../contract/envelope.js'
import { toWireError } from '../contract/to-wire-error.js'

const healthSchema = z.object({
  status: z.enum(['ok', 'error', 'not_configured']),
  message: z.string(),
})

type Health = z.output<typeof healthSchema>

export function healthCheckTool({ ctx, account }: Pick<Tuitbot, 'ctx' | 'account'>) {
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
          checkDatabase(ctx, account),
          checkModel(ctx, signal),
        ])
        return { data: { database, llm } }
      }),
  })
}

function checkDatabase({ db }: WorkflowCtx, account: string): Promise<Health> {
  return orError(async () => {
    const known = await db.read((db) => findAccount(db, account))
    return { status: 'ok', message: known ? `speaks for @${known.username}` : 'reachable' }
  })
}

const MODEL_MS = 10_000

/** The one way to know whether a model writes is to let it write a few words. */
function checkModel({ llm }: WorkflowCtx, signal: AbortSignal): Promise<Health> | Health {
  if (!llm) return { status: 'not_configured', message: 'no model is set up to write with' }
  return orError(async () => {
    const { provider, model } = await llm.complete(
      { kind: 'post', topic: 'hello', maxLength: 40 },
      { signal: AbortSignal.any([signal, AbortSignal.timeout(MODEL_MS)]) },
    )
    return { status: 'ok', message: `${provider}: ${model}` }
  })
}

async function orError(check: () => Promise<Health>): Promise<Health> {
  try {
    return await check()
  } catch (error) {
    return { status: 'error', message: toWireError(error).message }
  }
}
