/** Serving a toolbox. */
export { serveStdio } from './serve-stdio.js'
export type { ServeStdioOptions, StdioServer } from './serve-stdio.js'
export type { Outlet } from './outbox.js'
export type { StdioStreams } from './stdio-transport.js'
export type { McpServerOptions } from './mcp-server-options.js'
export { listToolNames, LOSSES } from './surface/list-tools.js'
export type { Narrowing } from './surface/list-tools.js'
export type { ToolCallerOptions } from './tool-caller.js'
export type { McpCaller } from './caller-of.js'
export { IDEMPOTENCY_KEY } from './idempotency-key.js'

/** Asking people. */
export { needInput } from './forms/answers.js'
export type { NeededInput } from './forms/answers.js'
export { askingByForm } from './forms/asking-by-form.js'
export type { FormDecision, FormOptions } from './forms/forms.js'
export { createUsedForms } from './forms/used-forms.js'
export type { UsedForms } from './forms/used-forms.js'

/** What there is beside tools. */
export type { McpPrompt } from './catalogue/prompts.js'
export type { McpResource, McpResources, McpResourceTemplate } from './catalogue/resources.js'
export type { Complete } from './catalogue/complete.js'

/** What clients are told. */
export { toAnswer, toValueAnswer } from './to-answer.js'
export type { McpAnswer } from './to-answer.js'
export { annotationsOf } from './annotations-of.js'
export type { McpAnnotations } from './annotations-of.js'
export { mcpResult } from './mcp-result.js'
export type { McpResult } from './mcp-result.js'
export { mcpRequestOf } from './mcp-request.js'

/** Who has read what strangers wrote. */
export { createReaders } from './readers.js'
export type { Readers } from './readers.js'
