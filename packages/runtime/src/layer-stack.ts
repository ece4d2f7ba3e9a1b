import {
  applied,
  type Effects,
  type Reading,
  type ReadingLayer,
  type Repeatable,
  type RepeatingLayer,
  type Service,
  type UniformLayer,
} from './service.js'
import { type AnyTool, type RunnableTool } from './tool.js'

/** A place for a layer that configuration may leave empty. */
type Maybe<Layer> = Layer | false | undefined

/**
 * Several layers as one, the first innermost: what chained `.layer()` calls would give. With one among them that is only for
 * reads, or for what may be repeated, so is the stack. What is not there is left out: `layerStack(timeout(5_000), debug && log(logger))`.
 */
export function layerStack(...layers: ReadonlyArray<Maybe<UniformLayer>>): UniformLayer
export function layerStack(...layers: ReadonlyArray<Maybe<RepeatingLayer>>): RepeatingLayer
export function layerStack(...layers: ReadonlyArray<Maybe<ReadingLayer>>): ReadingLayer
export function layerStack(...layers: ReadonlyArray<Maybe<ReadingLayer>>): UniformLayer {
  return <Req, Res, E extends Effects>(inner: Service<Req, Res, E>) =>
    // The overloads let a layer only around what it fits.
    layers.reduce<Service<Req, Res, E>>(
      (wrapped, layer) => (layer ? applied(layer as UniformLayer, wrapped) : wrapped),
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
export function applyPolicy<
  const Tools extends ReadonlyArray<RunnableTool<never, never, unknown, Reading>>,
>(tools: Tools, layers: ReadingLayer): Tools
export function applyPolicy(tools: readonly AnyTool[], layers: ReadingLayer): readonly AnyTool[] {
  return tools.map((tool) => tool.layer(layers as UniformLayer))
}
