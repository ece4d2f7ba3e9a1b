import {
  type Effects,
  type Repeatable,
  type RepeatingLayer,
  type Service,
  type UniformLayer,
} from './service.js'
import { type AnyTool, type RunnableTool } from './tool.js'

/** A place for a layer that configuration may leave empty. */
type Maybe<Layer> = Layer | false | undefined

/**
 * Several layers as one, the first innermost: what chained `.layer()` calls would give. With one that repeats calls among
 * them, the stack fits only what may be repeated. What is not there is left out: `layerStack(timeout(5_000), debug && log(logger))`.
 */
export function layerStack(...layers: ReadonlyArray<Maybe<UniformLayer>>): UniformLayer
export function layerStack(...layers: ReadonlyArray<Maybe<RepeatingLayer>>): RepeatingLayer
export function layerStack(
  ...layers: ReadonlyArray<Maybe<UniformLayer | RepeatingLayer>>
): UniformLayer {
  return <Req, Res, E extends Effects>(inner: Service<Req, Res, E>) =>
    // The overloads let a repeating layer only around what may be repeated.
    layers.reduce<Service<Req, Res, E>>(
      (wrapped, layer) => (layer ? (layer as UniformLayer)(wrapped) : wrapped),
      inner,
    )
}

/** The same layers around each of them; each keeps its own type. */
export function applyPolicy<const Tools extends readonly AnyTool[]>(
  tools: Tools,
  layers: UniformLayer,
): Tools
export function applyPolicy<
  const Tools extends ReadonlyArray<RunnableTool<never, never, unknown, Repeatable>>,
>(tools: Tools, layers: RepeatingLayer): Tools
export function applyPolicy(
  tools: readonly AnyTool[],
  layers: UniformLayer | RepeatingLayer,
): readonly AnyTool[] {
  return tools.map((tool) => tool.layer(layers as UniformLayer))
}
