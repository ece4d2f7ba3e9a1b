import { z } from 'zod'
import { createTool, createToolbox, retry, timeout } from '@armorer/runtime'

const weather = createTool({
  name: 'get_weather',
  description: 'The weather in a city, now.',
  input: z.object({ city: z.string().min(1) }),
  risk: { effects: 'read', externalNetwork: true },
  run: ({ city }) => ({ city, sunny: true }),
})
  .layer(timeout(5_000))
  .layer(retry({ times: 2 }))

console.log(weather.stack().join(' › '))
console.log(await weather({ city: 'Vienna' }))
console.log(
  await createToolbox([weather]).execute({ name: 'get_weather', arguments: '{"city":""}' }),
)
