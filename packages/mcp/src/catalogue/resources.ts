import {
  ResourceNotFoundError,
  UriTemplate,
  type ReadResourceResult,
  type InputRequiredResult,
  type Resource,
  type ResourceTemplateType,
  type Server,
  type ServerContext,
  type Variables,
} from '@modelcontextprotocol/server'
import { complete, type Complete } from './complete.js'
import { pageOf, type CatalogueOptions } from './page.js'

type Awaitable<Value> = Value | Promise<Value>
type Read = ReadResourceResult | InputRequiredResult

/** Something to read under one address. */
export interface McpResource extends Resource {
  read(request: ServerContext): Awaitable<Read>
}

/** Something to read under every address of a form. */
export interface McpResourceTemplate extends ResourceTemplateType {
  read(uri: string, variables: Variables, request: ServerContext): Awaitable<Read>
  /** By the name of a variable. */
  readonly complete?: Readonly<Record<string, Complete>>
}

export interface McpResources {
  readonly fixed?: readonly McpResource[]
  readonly templates?: readonly McpResourceTemplate[]
}

/** Lets a server answer for what there is to read. */
export function serveResources(
  server: Server,
  { fixed = [], templates = [] }: McpResources,
  { pageSize, hide }: CatalogueOptions,
): void {
  const byUri = new Map(fixed.map((resource) => [resource.uri, resource]))
  const listed = fixed.map(({ read: _, ...resource }): Resource => ({ ...resource }))
  const forms = templates.map(({ read: _, complete: __, ...template }) => ({ ...template }))
  const matchers = templates.map((template) => ({
    template,
    matcher: new UriTemplate(template.uriTemplate),
  }))

  server.setRequestHandler('resources/list', ({ params }) => {
    const { items, ...rest } = pageOf(listed, params?.cursor, pageSize)
    return { resources: items, ...rest }
  })
  server.setRequestHandler('resources/templates/list', ({ params }) => {
    const { items, ...rest } = pageOf(forms, params?.cursor, pageSize)
    return { resourceTemplates: items, ...rest }
  })
  server.setRequestHandler('resources/read', ({ params: { uri } }, request) => {
    const one = byUri.get(uri)
    if (one) return hide(() => one.read(request))
    for (const { template, matcher } of matchers) {
      const variables = matcher.match(uri)
      if (variables) return hide(() => template.read(uri, variables, request))
    }
    throw new ResourceNotFoundError(uri)
  })
}

/** What may fill a variable of an address. */
export function completeResource(
  { templates = [] }: McpResources,
  uri: string,
  argument: { readonly name: string; readonly value: string },
) {
  const template = templates.find(({ uriTemplate }) => uriTemplate === uri)
  if (!template) throw new ResourceNotFoundError(uri)
  const { complete: known = {} } = template
  return complete(
    Object.hasOwn(known, argument.name) ? known[argument.name] : undefined,
    argument.value,
  )
}
