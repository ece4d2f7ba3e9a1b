import { createTool, timeout } from '@armorer/runtime'
import { getUserByUsername, type Tuitbot } from '@tuitbot/core'
import { z } from 'zod'
import { answering } from '../answering.js'
import { envelopeSchema } from '../contract/envelope.js'
import { toUser, userSchema } from '../contract/x-objects.js'
import { READ_FROM_X, READ_MS } from './read-risk.js'

export function getUserByUsernameTool({ ctx: { x, clock } }: Pick<Tuitbot, 'ctx'>) {
  return createTool({
    name: 'x_get_user_by_username',
    title: 'Look up an account',
    description: 'One account by its handle, with its public numbers.',
    input: z.strictObject({ username: z.string().describe('Handle without the at sign') }),
    output: envelopeSchema(userSchema),
    risk: READ_FROM_X,
    run: ({ username }, { logger }) =>
      answering({ clock, logger }, async () => ({
        data: toUser(await getUserByUsername(x, username)),
      })),
  }).layer(timeout(READ_MS))
}
