/** A function that is loaded at its first call, once. A load that fails is forgotten, so that the next call tries again. */
export function lazy<Args extends readonly unknown[], Result>(
  load: () => Promise<(...args: Args) => Promise<Result> | Result>,
): (...args: Args) => Promise<Result> {
  let loading: Promise<(...args: Args) => Promise<Result> | Result> | undefined
  return async (...args) => {
    loading ??= load()
    const attempt = loading
    try {
      const loaded = await attempt
      return await loaded(...args)
    } catch (error) {
      // Only a failed load is forgotten: a failing call leaves what was loaded.
      if (loading === attempt && !(await settled(attempt))) loading = undefined
      throw error
    }
  }
}

function settled(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  )
}
