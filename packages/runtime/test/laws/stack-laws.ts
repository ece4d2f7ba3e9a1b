import { type RiskSpec } from '@armorer/core'
import fc from 'fast-check'
import { createTool } from '../../src/create-tool.js'
import { createFakeClock } from '../../src/testing/fake-clock.js'
import { type AnyTool } from '../../src/tool.js'
import { type Trial } from './runtime-laws.js'
import { createReference } from './stack-reference.js'
import {
  behave,
  behaviour,
  layerStack,
  risk,
  toLayer,
  type Behaviour,
  type LayerSpec,
} from './stack-specs.js'

const CALLS = 3
const BETWEEN_CALLS = 5_000

/** L1, L5: any stack around any tool ends as a reference says, or is refused where it would repeat a write or pass a decision by. */
export async function stacksMeanWhatTheySay({ runs, seed }: Trial): Promise<void> {
  let ran = 0
  await fc.assert(
    fc.asyncProperty(
      layerStack,
      fc.array(behaviour, { maxLength: 12 }),
      risk,
      async (specs, script, given) => {
        const [seen, said] = [await runStack(specs, script, given), predict(specs, script, given)]
        if (seen !== said) throw new Error(`seen ${seen}, said ${said}`)
        if (seen !== undefined) ran += 1
      },
    ),
    { numRuns: runs, seed },
  )
  if (ran < runs / 3) throw new Error(`only ${ran} of ${runs} stacks were not refused`)
}

/** How a few calls, one after the other, of a random stack around a random tool end, and when: in code. `undefined` where it is refused. */
async function runStack(
  specs: readonly LayerSpec[],
  script: readonly Behaviour[],
  given: RiskSpec,
): Promise<string | undefined> {
  const clock = createFakeClock()
  let tries = 0
  const bare = createTool({
    name: 'subject',
    description: 'A subject.',
    risk: given,
    run: (_, ctx) => behave(script[tries++], clock, ctx.signal),
  })
  let tool: AnyTool = bare
  try {
    for (const spec of specs) tool = tool.layer(toLayer(spec, clock))
  } catch {
    return undefined
  }
  const ends: string[] = []
  for (let call = 0; call < CALLS; call++) {
    let ended = 'never'
    void tool.execute({ id: 'c' }, { runId: 'run' }).then((result) => {
      const said = 'error' in result ? result.error.code : result.kind
      ended = `${said} at ${clock.now().toFixed(3)} after ${tries}`
    })
    await clock.advance(BETWEEN_CALLS)
    ends.push(ended)
    // What hangs without a limit ends never, and would be in the way of the next.
    if (ended === 'never') break
  }
  return ends.join('; ')
}

function predict(
  specs: readonly LayerSpec[],
  script: readonly Behaviour[],
  given: RiskSpec,
): string | undefined {
  const reference = createReference(specs, script, given)
  if (!reference) return undefined
  const ends: string[] = []
  for (let call = 0; call < CALLS; call++) {
    ends.push(reference.call(call * BETWEEN_CALLS, (call + 1) * BETWEEN_CALLS))
    if (ends.at(-1) === 'never') break
  }
  return ends.join('; ')
}
