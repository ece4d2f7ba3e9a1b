/** Everything of `@armorer/mcp/json-schema`. */
export { createJsonSchemaValidator } from '@armorer/mcp/json-schema'
export type { JsonSchemaValidatorOptions } from '@armorer/mcp/json-schema'
