import { randomUUID } from 'node:crypto'
import { digest, showUnseen, type Ask } from '@armorer/core'
import { type CallFacts, type ToolResult } from '@armorer/runtime'
import {
  inputRequired,
  isInputRequiredResult,
  ProtocolError,
  ProtocolErrorCode,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { createJsonSchemaValidator } from '../json-schema-validator.js'
import { type McpResult } from '../mcp-result.js'
import { type Answers } from './answers.js'
import { closeState, openState, type FormState } from './form-state.js'
import { nameOfAsk, readAnswers } from './read-answers.js'
import { createSeal } from './seal.js'
import { formOf, toForm } from './to-form.js'
import { createUsedForms, type UsedForms } from './used-forms.js'

/** What a person decided, by a form, about something that waits elsewhere. */
export interface FormDecision {
  readonly approvalId: string
  readonly approved: boolean
  /** As in the call that waits. */
  readonly facts: CallFacts
}

export interface FormOptions {
  /** 32 bytes, the same wherever a form may come back. Left out, forms end with the process. */
  readonly key?: Uint8Array
  /** Which forms were answered. Left out, it is kept in the process. */
  readonly used?: UsedForms
  /** How long a form may be answered: ten minutes unless given. */
  readonly ttlMs?: number
  /** Takes a person's decision to where a call waits under an `approvalId`; without it such calls get no form. */
  readonly decide?: (decision: FormDecision) => Promise<void>
  readonly now?: () => number
}

/** A call, as a form is bound to it. */
export interface BoundCall {
  readonly tool: string
  readonly arguments: unknown
  readonly facts: CallFacts
}

/** What came with a call from an earlier form. */
export type Round =
  | { readonly kind: 'first' }
  | { readonly kind: 'answered'; readonly answers: Answers }
  | { readonly kind: 'again'; readonly form: InputRequiredResult }
  /** The state of a tool that speaks the protocol itself. */
  | { readonly kind: 'own'; readonly state: string }
  | { readonly kind: 'declined'; readonly ask: Ask }
  /** Closed without a word: it waits as before. */
  | { readonly kind: 'dismissed'; readonly asks: readonly Ask[]; readonly approvalId?: string }

export interface Forms {
  /** Reads the answer to an earlier form. What is forged, expired, used or of another call is an error of the protocol. */
  resume(call: BoundCall, mcpReq: ServerContext['mcpReq']): Promise<Round>
  /** A form for what waits for a person; `undefined` where there is none for it. */
  ask(
    call: BoundCall,
    result: Extract<ToolResult, { kind: 'pending' }>,
    answers: Answers,
  ): InputRequiredResult | undefined
  /** The same with its state sealed, if it has one, for a tool that speaks the protocol itself. */
  sealOwn(call: BoundCall, result: McpResult): McpResult
}

/** Questions as forms, and the answers to them. */
export function createForms({
  key,
  used = createUsedForms(),
  ttlMs = 10 * 60 * 1000,
  decide,
  now = Date.now,
}: FormOptions): Forms {
  const seal = createSeal(key)
  const validator = createJsonSchemaValidator()

  const close = (call: BoundCall, state: Omit<FormState, 'id' | 'expiresAt' | 'call'>) =>
    closeState(seal, {
      ...state,
      id: randomUUID(),
      expiresAt: now() + ttlMs,
      call: digestOf(call),
    })
  const show = (call: BoundCall, state: Pick<FormState, 'asks' | 'answers' | 'approvalId'>) => {
    const requests: Record<string, NonNullable<ReturnType<typeof toForm>>> = {}
    const about = describeCall(call)
    for (const [index, ask] of state.asks.entries()) {
      const schema = formOf(ask)
      const form = schema && toForm(ask, schema, about)
      if (!form) return undefined
      requests[nameOfAsk(ask, index)] = form
    }
    if (Object.keys(requests).length !== state.asks.length) return undefined
    return inputRequired({ inputRequests: requests, requestState: close(call, state) })
  }

  return {
    async resume(call, mcpReq) {
      const text = mcpReq.requestState()
      if (text === undefined) return { kind: 'first' }
      const state =
        typeof text === 'string'
          ? openState(seal, text, { call: digestOf(call), now: now() })
          : undefined
      if (!state) throw invalidState('Invalid or expired requestState', 'invalid_request_state')
      const read = readAnswers(state.asks, mcpReq.inputResponses, validator)
      if (read.kind === 'incomplete') {
        const form = show(call, state)
        if (form) return { kind: 'again', form }
      }
      if (!(await used.use(state.id, state.expiresAt))) {
        const message = 'this form was answered already; call again without requestState'
        throw invalidState(message, 'used_request_state')
      }
      const { asks, approvalId, own } = state
      if (own !== undefined) return { kind: 'own', state: own }
      const waits = approvalId === undefined ? {} : { approvalId }
      if (read.kind === 'dismissed' || read.kind === 'incomplete') {
        return { kind: 'dismissed', asks, ...waits }
      }
      const approved = read.kind === 'answered'
      if (approvalId !== undefined) await decide?.({ approvalId, approved, facts: call.facts })
      if (read.kind === 'declined') return read
      return { kind: 'answered', answers: new Map([...state.answers, ...read.answers]) }
    },
    ask(call, { asks, approvalId }, answers) {
      if (approvalId !== undefined && !decide) return undefined
      const waits = approvalId === undefined ? {} : { approvalId }
      return show(call, { asks, answers: [...answers], ...waits })
    },
    sealOwn(call, result) {
      if (!isInputRequiredResult(result) || result.requestState === undefined) return result
      const { requestState } = result
      return { ...result, requestState: close(call, { asks: [], answers: [], own: requestState }) }
    },
  }
}

function digestOf({ tool, arguments: given, facts: { principal, account } }: BoundCall): string {
  return digest({
    tool,
    arguments: given ?? null,
    principal: principal ? { kind: principal.kind, id: principal.id } : null,
    account: account ?? null,
  })
}

const MOST_SHOWN = 4_000

/** A person sees exactly what will run; `undefined` where it is more than a form shows. */
function describeCall({ tool, arguments: given }: BoundCall): string | undefined {
  const text = showUnseen(`${tool}\n${JSON.stringify(given, undefined, 2) ?? '{}'}`)
  return text.length <= MOST_SHOWN ? text : undefined
}

function invalidState(message: string, reason: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { reason })
}
