/** What checks plain JSON Schemas. */
export { createJsonSchemaValidator } from '../json-schema-validator.js'
export type { JsonSchemaValidatorOptions } from '../json-schema-validator.js'
