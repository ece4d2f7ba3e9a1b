import { type Effects, type Service, type UniformLayer } from './service.js'

/**
 * Several layers as one, the first innermost: what chained `.layer()` calls would give.
 * What is not there is left out, so that configuration can choose: `layerStack(timeout(5_000), debug && log(logger))`.
 */
export function layerStack(
  ...layers: ReadonlyArray<UniformLayer | false | undefined>
): UniformLayer {
  return <Req, Res, E extends Effects>(inner: Service<Req, Res, E>) =>
    layers.reduce((wrapped, layer) => (layer ? layer(wrapped) : wrapped), inner)
}

/** The same layers around each of them. */
export function applyPolicy<Layered>(
  tools: ReadonlyArray<{ layer(layer: UniformLayer): Layered }>,
  layers: UniformLayer,
): Layered[] {
  return tools.map((tool) => tool.layer(layers))
}
