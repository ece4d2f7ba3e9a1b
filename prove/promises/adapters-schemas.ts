import { madeUpSchemasComeBack } from '../../test/adapters/adapter-laws.js'
import { gemini } from '../../test/adapters/gemini/targets.js'
import { responses } from '../../test/adapters/openai/targets.js'
import { proveLaw } from '../law.js'

export const proof = proveLaw(
  'adapters.schemas',
  'whatever schema is made up, its inputs come back through the providers that have a dialect of their own',
  500,
  (trial) => {
    for (const target of [responses, gemini]) madeUpSchemasComeBack(target)(trial)
  },
)
