import { createTool, createToolbox } from '@armorer/runtime'
import { serveStdio } from '../src/serve-stdio.js'

const chatter = createTool({
  name: 'chatter',
  description: 'Prints where it should not.',
  risk: { effects: 'none' },
  run: () => {
    console.log('{"by console.log": 1}')
    process.stdout.write('by process.stdout\n')
    return 'done'
  },
})

serveStdio(createToolbox([chatter]), { name: 'chatterbox', version: '1', facts: () => ({}) })
