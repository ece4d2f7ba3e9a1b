/** Serving a toolbox. */
export { serveStdio } from './serve-stdio.js'
export type { ServeStdioOptions, StdioServer } from './serve-stdio.js'
export type { StdioStreams } from './stdio-transport.js'
export { createMcpServer } from './create-mcp-server.js'
export type { McpServerOptions } from './create-mcp-server.js'
export type { McpCaller } from './caller-of.js'
export { IDEMPOTENCY_KEY } from './read-meta.js'

/** What clients are told. */
export { toAnswer, toValueAnswer } from './to-answer.js'
export type { McpAnswer } from './to-answer.js'
export { annotationsOf } from './annotations-of.js'
export type { McpAnnotations } from './annotations-of.js'

/** Who has read what strangers wrote. */
export { createReaders } from './readers.js'
export type { Readers } from './readers.js'
