import { z } from 'zod'

/** An argument of the contract, for whoever uploads by other means. */
export const mediaIds = z
  .array(z.string())
  .exactOptional()
  .describe(
    'Ids of media that the account has uploaded at X within a day; no tool here uploads any',
  )
