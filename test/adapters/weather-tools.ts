import { z } from 'zod'
import { createTool, createToolbox } from '@armorer/runtime'

/** A small toolbox whose calls are counted: what the tests of adapters hand to providers. */
export function weatherToolbox() {
  const ran: string[] = []
  const weather = createTool({
    name: 'get_weather',
    description: 'The weather in a city, now.',
    input: z.object({ city: z.string(), unit: z.enum(['c', 'f']).optional() }),
    risk: { effects: 'read' },
    run: ({ city, unit }) => {
      ran.push(`get_weather ${city} ${unit ?? 'none'}`)
      return { city, degrees: 21 }
    },
  })
  const fail = createTool({
    name: 'always_fails',
    description: 'Fails.',
    input: z.object({}),
    risk: { effects: 'none' },
    run: () => {
      ran.push('always_fails')
      throw new Error('no luck')
    },
  })
  return { toolbox: createToolbox([weather, fail]), ran }
}
