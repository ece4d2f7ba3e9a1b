import { type JsonObject, type RunItem, type StopReason } from '@armorer/core'
import { type Effects, type Service } from '@armorer/runtime'
import { type OnDelta } from '../model/model-service.js'
import { type OpenRun } from '../run/open-run.js'
import { type WaitingCall } from '../run/run-record.js'

/** One model call, and the tool calls that it asked for. */
export type StepService<E extends Effects = Effects> = Service<StepRequest, StepOutcome, E>

export interface StepRequest {
  /** The run that the step is part of. What the step does is added to it as it happens. */
  readonly run: OpenRun
  /** Fields of the model's request, passed on untouched. */
  readonly settings: JsonObject
  readonly onDelta?: OnDelta | undefined
}

/** What a step cost. */
export interface StepAux {
  readonly promptTokens: number
  readonly completionTokens: number
  readonly toolInvocations: number
}

interface StepBase {
  /** What the step added to the log; `runItemsToRawMessages` makes raw messages of it. */
  readonly items: readonly RunItem[]
  readonly aux: StepAux
}

export type StepOutcome =
  /** The model asked for tools, and has yet to see what came of them. */
  | (StepBase & { readonly kind: 'next' })
  /** The model asks for nothing more. */
  | (StepBase & {
      readonly kind: 'done'
      readonly stop: StopReason
      readonly text: string
      readonly output?: FinalOutput | undefined
    })
  /** A person must decide on these calls first. */
  | (StepBase & { readonly kind: 'waiting'; readonly approvals: readonly WaitingCall[] })

/** What a schema makes of the final answer. */
export type FinalOutput =
  | { readonly kind: 'valid'; readonly value: unknown }
  | { readonly kind: 'invalid'; readonly problems: readonly string[] }
