import { digest, stop, type Ask, type JsonObject, type JsonSchema } from '@armorer/core'
import { type CallContext } from '@armorer/runtime'

/** What a person has answered, by what was asked. */
export type Answers = ReadonlyMap<string, JsonObject>

/** Known to no one else, so that no caller can bring answers of its own. */
const ANSWERS = Symbol('what a person answered')

/** The fact that a person has answered for a call. */
export function answersAsFact(answers: Answers): object {
  return { [ANSWERS]: answers }
}

/** What a person answered to exactly this; `undefined` where nobody has. */
export function answerTo({ facts }: Pick<CallContext, 'facts'>, ask: Ask): JsonObject | undefined {
  const answers: unknown = Reflect.get(facts, ANSWERS)
  return answers instanceof Map ? answers.get(keyOfAsk(ask)) : undefined
}

/** Another message, rule or schema is another question. */
export function keyOfAsk(ask: Ask): string {
  return digest(ask)
}

export interface NeededInput {
  readonly message: string
  /** A flat object of texts, numbers, yes or no, and choices, where it is to be shown as a form. */
  readonly schema: JsonSchema
  /** By which the question is known in a form. */
  readonly rule?: string
}

/** What a person says in answer to these. Until they have, the call stops here and asks them. */
export function needInput(
  ctx: Pick<CallContext, 'facts'>,
  ...needed: readonly NeededInput[]
): readonly JsonObject[] {
  const asks = needed.map((one): Ask => ({ for: 'input', ...one }))
  const answers = asks.map((ask) => answerTo(ctx, ask))
  const open = asks.filter((_ask, index) => answers[index] === undefined)
  if (open.length === 0) return answers.filter((answer) => answer !== undefined)
  throw stop({ kind: 'pending', asks: open }, open.map(({ message }) => message).join('; '))
}
