import {
  ProtocolError,
  ProtocolErrorCode,
  type GetPromptResult,
  type InputRequiredResult,
  type Prompt,
  type PromptArgument,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { complete, type Complete } from './complete.js'
import { pageOf, type CatalogueOptions } from './page.js'

type Awaitable<Value> = Value | Promise<Value>

/** A text that people pick from a menu of their client, with gaps to fill. */
export interface McpPrompt extends Omit<Prompt, 'arguments'> {
  readonly arguments?: ReadonlyArray<PromptArgument & { readonly complete?: Complete }>
  get(
    given: Readonly<Record<string, string>>,
    request: ServerContext,
  ): Awaitable<GetPromptResult | InputRequiredResult>
}

/** Lets a server answer for its prompts. */
export function servePrompts(
  server: Server,
  prompts: readonly McpPrompt[],
  { pageSize, hide }: CatalogueOptions,
): void {
  const byName = new Map(prompts.map((prompt) => [prompt.name, prompt]))
  const listed = prompts.map(toPrompt)
  server.setRequestHandler('prompts/list', ({ params }) => {
    const { items, ...rest } = pageOf(listed, params?.cursor, pageSize)
    return { prompts: items, ...rest }
  })
  server.setRequestHandler('prompts/get', ({ params }, request) => {
    const prompt = byName.get(params.name)
    if (!prompt) throw invalid(`there is no prompt ${params.name.slice(0, 128)}`)
    const given = params.arguments ?? {}
    const missing = prompt.arguments?.find(
      ({ name, required }) => required === true && !Object.hasOwn(given, name),
    )
    if (missing) throw invalid(`${prompt.name}: ${missing.name} is missing`)
    return hide(() => prompt.get(given, request))
  })
}

/** What may fill a gap of a prompt. */
export function completePrompt(
  prompts: readonly McpPrompt[],
  name: string,
  argument: { readonly name: string; readonly value: string },
) {
  const prompt = prompts.find((one) => one.name === name)
  if (!prompt) throw invalid(`there is no prompt ${name.slice(0, 128)}`)
  const gap = prompt.arguments?.find((one) => one.name === argument.name)
  return complete(gap?.complete, argument.value)
}

function toPrompt({ get: _get, arguments: gaps, ...prompt }: McpPrompt): Prompt {
  return { ...prompt, ...(gaps && { arguments: gaps.map(({ complete: _, ...gap }) => gap) }) }
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message)
}
