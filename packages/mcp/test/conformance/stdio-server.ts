import { serveStdio } from '@armorer/mcp'
import { createToolbox } from '@armorer/runtime'
import { prompts, resources } from './catalogue.js'
import { tools } from './tools.js'

/** The same tools for whoever starts this process. */
serveStdio(createToolbox(tools), {
  name: 'armorer-conformance',
  version: '1.0.0',
  facts: () => ({ principal: { kind: 'agent', id: 'conformance' } }),
  prompts,
  resources,
})
