/** What checks plain JSON Schemas. */
export { createJsonSchemaValidator } from '../json-schema-validator.js'
